package io.streamsboot.devbroker;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The program around a dev broker: reads arguments, starts it, and closes it when the JVM is told to end. */
final class Main {

    private static final String USAGE = "usage: [--directory=PATH] [--nodes=1..3] [--port=PORT]"
            + " [--topic=NAME:PARTITIONS]... [--property=NAME=VALUE]...";

    private Main() {}

    static void run(String[] args) {
        DevBroker broker = builder(args).start();
        CountDownLatch closed = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            broker.close();
                            closed.countDown();
                        },
                        "dev-broker-shutdown"));
        System.out.println("READY " + broker.bootstrapServers());
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            broker.close();
        }
    }

    static DevBroker.Builder builder(String... args) {
        DevBroker.Builder builder = DevBroker.builder();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String name = equals < 0 ? arg : arg.substring(0, equals);
            String value = equals < 0 ? "" : arg.substring(equals + 1);
            try {
                switch (name) {
                    case "--directory" -> builder.directory(Path.of(value));
                    case "--nodes" -> builder.nodes(Integer.parseInt(value));
                    case "--port" -> builder.port(Integer.parseInt(value));
                    case "--topic" -> {
                        int colon = value.lastIndexOf(':');
                        builder.topic(value.substring(0, colon), Integer.parseInt(value.substring(colon + 1)));
                    }
                    case "--property" -> {
                        int split = value.indexOf('=');
                        builder.property(value.substring(0, split), value.substring(split + 1));
                    }
                    default -> throw new IllegalArgumentException("unknown");
                }
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                throw new IllegalArgumentException("Argument '" + arg + "' is not understood; " + USAGE, e);
            }
        }
        return builder;
    }
}
