package dev.mongohaul.cli.command;

import dev.mongohaul.job.launch.MongoConnections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/** Connects on a thread of its own, while Spring starts: each takes as long as the other. */
final class Connecting {

    private final CompletableFuture<MongoConnections> connections = new CompletableFuture<>();

    private Connecting() {}

    static Connecting begin(Supplier<MongoConnections> opening) {
        // Two threads that ask for the first logger at the same time get a warning onto standard error.
        LoggerFactory.getILoggerFactory();
        Connecting connecting = new Connecting();
        Thread thread = new Thread(() -> connecting.open(opening), "connect");
        thread.setDaemon(true);
        thread.start();
        return connecting;
    }

    private void open(Supplier<MongoConnections> opening) {
        try {
            connections.complete(opening.get());
        } catch (RuntimeException | Error e) {
            connections.completeExceptionally(e);
        }
    }

    /** Waits for the connections; fails as connecting did. The caller closes them. */
    MongoConnections await() {
        try {
            return connections.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** Closes what was or will be opened, where nobody came to have it. May be called though somebody has. */
    void giveUp() {
        connections
                .handle((opened, failed) -> {
                    if (opened != null) {
                        opened.close();
                    }
                    return null;
                })
                .join();
    }
}
