package dev.mongohaul.mongo.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Settings of the embedded server of one directory.
 *
 * @param directory of the data, the log and the lock files; created if missing
 * @param arguments further arguments of {@code mongod}; they apply to a server that this program starts, not to a running
 *     one
 * @param startTimeout longest time until the server accepts writes, above zero
 * @param environment with {@code MONGOD}, {@code PATH} and {@code MONGOHAUL_CACHE}
 * @param port of a server that this program starts, which must be free; 0 for the last one, or any that is free
 */
public record EmbeddedServerSettings(
        Path directory, List<String> arguments, Duration startTimeout, Map<String, String> environment, int port) {

    /** Recovery after a crash replays up to a minute of journal. */
    public static final Duration DEFAULT_START_TIMEOUT = Duration.ofSeconds(60);

    public EmbeddedServerSettings {
        // mongod --fork changes its working directory, so a relative path would lead elsewhere.
        directory = directory.toAbsolutePath().normalize();
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
        if (startTimeout.isNegative() || startTimeout.isZero()) {
            throw new IllegalArgumentException("startTimeout is " + startTimeout + ", must be above zero");
        }
    }

    public EmbeddedServerSettings(
            Path directory, List<String> arguments, Duration startTimeout, Map<String, String> environment) {
        this(directory, arguments, startTimeout, environment, 0);
    }

    /** Returns the defaults: no further arguments, the environment of this process. */
    public static EmbeddedServerSettings in(Path directory) {
        return new EmbeddedServerSettings(directory, List.of(), DEFAULT_START_TIMEOUT, System.getenv());
    }

    public EmbeddedServerSettings withEnvironment(Map<String, String> variables) {
        return new EmbeddedServerSettings(directory, arguments, startTimeout, variables, port);
    }

    public EmbeddedServerSettings withPort(int wanted) {
        return new EmbeddedServerSettings(directory, arguments, startTimeout, environment, wanted);
    }
}
