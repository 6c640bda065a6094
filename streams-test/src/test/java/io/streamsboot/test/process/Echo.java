package io.streamsboot.test.process;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** A program for the tests of the harness: it says what it was given, counts, and waits to be ended. */
final class Echo {

    private Echo() {}

    public static void main(String[] args) throws InterruptedException, IOException {
        System.out.println("args " + String.join(",", args));
        System.out.println("property " + System.getProperty("echo.property"));
        System.out.println("variable " + System.getenv("ECHO_VARIABLE"));
        System.out.println("heap " + Runtime.getRuntime().maxMemory() / (1024 * 1024));
        for (String arg : args) {
            if (arg.startsWith("exit=")) {
                System.err.println("leaving early");
                System.exit(Integer.parseInt(arg.substring("exit=".length())));
            }
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("ended in order")));
        System.out.println("ready now");
        CountDownLatch never = new CountDownLatch(1);
        for (int count = 0; count < Integer.MAX_VALUE; count++) {
            System.out.println("count " + count);
            if (never.await(10, java.util.concurrent.TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }
}
