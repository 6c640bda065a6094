// Makes two rows of a flight: its visit of each airport. A flight that takes off where it lands is refused.
// ../resources/programs/visits.wasm was made of it by
//   clang --target=wasm32-wasi --sysroot=/usr -Os -s -o ../resources/programs/visits.wasm visits.c
// with Debian's packages clang, lld, wasi-libc and libclang-rt-dev-wasm32.
#include <stdio.h>
#include <string.h>

static int text(const char *row, const char *name, char *value, int room) {
    const char *at = strstr(row, name);
    if (at == NULL) {
        return 0;
    }
    at += strlen(name);
    const char *end = strchr(at, '"');
    if (end == NULL || end - at >= room) {
        return 0;
    }
    memcpy(value, at, end - at);
    value[end - at] = 0;
    return 1;
}

int main(void) {
    static char row[65536];
    while (fgets(row, sizeof row, stdin)) {
        char origin[16];
        char destination[16];
        if (!text(row, "\"origin\":\"", origin, sizeof origin)
            || !text(row, "\"destination\":\"", destination, sizeof destination)) {
            puts("{\"error\":\"no origin or no destination\"}");
        } else if (strcmp(origin, destination) == 0) {
            puts("{\"error\":\"origin and destination are the same\"}");
        } else {
            printf("[{\"airport\":\"%s\",\"departs\":true},{\"airport\":\"%s\",\"departs\":false}]\n", origin, destination);
        }
        fflush(stdout);
    }
    return 0;
}
