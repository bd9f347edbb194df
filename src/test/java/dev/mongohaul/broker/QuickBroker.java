package dev.mongohaul.broker;

import java.nio.file.Path;
import java.time.Duration;

/** Broker that soon delivers again what was given back. */
public final class QuickBroker {

    static final Duration REDELIVERY = Duration.ofSeconds(1);

    private QuickBroker() {}

    /** Starts a broker without users on a free port of this machine. */
    public static EmbeddedBroker start(String queue, Path folder) {
        return start(0, queue, folder);
    }

    static EmbeddedBroker start(int port, String queue, Path folder) {
        return EmbeddedBroker.start("127.0.0.1", port, queue, folder, null, REDELIVERY);
    }
}
