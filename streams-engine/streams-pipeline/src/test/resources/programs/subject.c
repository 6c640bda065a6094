// A program that does what the row asks for, good or bad. subject.wasm was made of it by
//   clang --target=wasm32-wasi --sysroot=/usr -Os -s -Wl,-z,stack-size=32768 -o subject.wasm subject.c
// with Debian's packages clang, lld, wasi-libc and libclang-rt-dev-wasm32.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

static volatile int sink;
static char *volatile kept;

static int deeper(int depth) {
    volatile char room[16];
    room[depth % 16] = (char)depth;
    return deeper(depth + 1) + room[(depth + 1) % 16];
}

static int does(const char *line, const char *what) {
    const char *field = strstr(line, "\"do\":\"");
    size_t length = strlen(what);
    return field != NULL && strncmp(field + 6, what, length) == 0 && field[6 + length] == '"';
}

int main(int argc, char **argv) {
    char *line = NULL;
    size_t room = 0;
    int rows = 0;
    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\n")] = 0;
        rows++;
        if (does(line, "twice")) {
            printf("[%s, %s]\n", line, line);
        } else if (does(line, "nothing")) {
            printf("[]\n");
        } else if (does(line, "count")) {
            printf("[{\"rows\":%d}]\n", rows);
        } else if (does(line, "error")) {
            printf("{\"error\":\"no \\\"good\\\"\"}\n");
        } else if (does(line, "look")) {
            unsigned char random = 0;
            getentropy(&random, 1);
            printf("[{\"file\":%s,\"variable\":%s,\"clock\":%lld,\"random\":%d,\"arguments\":%d,\"first\":\"%s\"}]\n",
                fopen("/etc/passwd", "r") ? "true" : "false", getenv("PATH") ? "true" : "false", (long long)time(NULL),
                random, argc, argc > 1 ? argv[1] : "");
        } else if (does(line, "complain")) {
            fprintf(stderr, "this is \x1b[31mred\n");
            printf("[%s]\n", line);
        } else if (does(line, "loop")) {
            for (;;) {
                sink++;
            }
        } else if (does(line, "memory")) {
            for (;;) {
                kept = malloc(1 << 20);
                if (kept == NULL) {
                    abort();
                }
            }
        } else if (does(line, "deep")) {
            printf("[{\"a\":%d}]\n", deeper(0));
        } else if (does(line, "garbage")) {
            printf("\x01\xff no JSON\n");
        } else if (does(line, "number")) {
            printf("[1]\n");
        } else if (does(line, "object")) {
            printf("{\"a\":1}\n");
        } else if (does(line, "two")) {
            printf("[]\n[]\n");
        } else if (does(line, "half")) {
            printf("[]");
            fflush(stdout);
        } else if (does(line, "silence")) {
            continue;
        } else if (does(line, "exit")) {
            exit(3);
        } else if (does(line, "trap")) {
            __builtin_trap();
        } else if (does(line, "flood")) {
            for (;;) {
                printf("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[");
            }
        } else if (does(line, "nested")) {
            printf("[{\"a\":");
            for (int i = 0; i < 1000; i++) {
                printf("[");
            }
            printf("\n");
        } else if (does(line, "last")) {
            printf("[%s]\n", line);
            return 0;
        } else {
            printf("[%s]\n", line);
        }
    }
    return 0;
}
