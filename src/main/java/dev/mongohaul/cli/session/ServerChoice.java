package dev.mongohaul.cli.session;

import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.text.Printable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Server of one command: the one that the user names, else the embedded one, unless the user or the last import of the
 * folder speaks against it. Loads no type of Spring or the driver, so that a refusal is quick.
 */
public final class ServerChoice {

    /** Folder of the embedded server, in the working directory. */
    public static final Path EMBEDDED = Path.of(".mongohaul");

    static final String URI = "MONGODB_URI";
    private static final String URI_FILE = UriFileOption.NAME;
    private static final String MODE = "MONGOHAUL_EMBEDDED";
    private static final String AUTO = "auto";
    private static final String NEVER = "never";
    private static final String DOCKER_COMPOSE = "/org/springframework/boot/docker/compose/core/DockerCompose.class";

    private final Invocation invocation;
    private final @Nullable Path uriFile;
    private final boolean asksForEmbedded;
    private final LastImport last;
    private boolean announces;

    private ServerChoice(Invocation invocation, @Nullable Path uriFile, boolean asksForEmbedded) {
        this.invocation = invocation;
        this.uriFile = uriFile;
        this.asksForEmbedded = asksForEmbedded;
        this.last = new LastImport(invocation.resolve(EMBEDDED));
    }

    /**
     * Returns the server to use.
     *
     * @param uriFile holds the connection string; null if it is not given
     * @param asking the option or command that asks for the embedded server; null if there is none
     * @param forbids whether an option forbids the embedded server
     * @throws UsageException if the options and variables contradict each other, or forbid the embedded server
     */
    public static ServerChoice of(
            Invocation invocation, @Nullable Path uriFile, @Nullable String asking, boolean forbids) {
        ServerChoice choice = new ServerChoice(invocation, uriFile, asking != null);
        Optional<String> forbidding = choice.forbidding(forbids);
        if (asking != null) {
            choice.refuse(asking, forbidding);
        } else if (!choice.isNamed() && !choice.composes()) {
            forbidding.ifPresent(source -> {
                throw new UsageException(
                        "No server is named, and %s forbids the embedded MongoDB. Set %s, or name a file with %s."
                                .formatted(source, URI, URI_FILE));
            });
            choice.last.requireEmbedded();
            choice.refuseNamesOfSpring();
        }
        return choice;
    }

    /**
     * Returns the server that the user names.
     *
     * @param command that never uses the embedded server, as the beginning of a sentence
     * @throws UsageException if none is named
     */
    public static ServerChoice named(Invocation invocation, @Nullable Path uriFile, String command) {
        ServerChoice choice = new ServerChoice(invocation, uriFile, false);
        if (!choice.isNamed()) {
            throw new UsageException("%s never uses the embedded MongoDB. Set %s, or name a file with %s."
                    .formatted(command, URI, URI_FILE));
        }
        return choice;
    }

    private Optional<String> forbidding(boolean option) {
        String mode = invocation.environment().getOrDefault(MODE, AUTO);
        if (!List.of(AUTO, NEVER).contains(mode)) {
            throw new UsageException(
                    "%s=%s is neither %s nor %s".formatted(MODE, Printable.excerpt(mode), AUTO, NEVER));
        }
        if (option) {
            return Optional.of("--no-embedded");
        }
        return mode.equals(NEVER) ? Optional.of(MODE + "=" + NEVER) : Optional.empty();
    }

    private void refuse(String asking, Optional<String> forbidding) {
        if (isNamed()) {
            throw new UsageException("%s asks for the embedded MongoDB, but %s names a server. Leave one of them out."
                    .formatted(asking, uriFile == null ? URI : URI_FILE));
        }
        forbidding.ifPresent(source -> {
            throw new UsageException("%s asks for the embedded MongoDB, but %s forbids it. Leave one of them out."
                    .formatted(asking, source));
        });
    }

    /** Refuses to take the embedded server where the user names another one to Spring Boot. */
    private void refuseNamesOfSpring() {
        Stream.of("SPRING_MONGODB_URI", "SPRING_MONGODB_HOST", "SPRING_DATA_MONGODB_URI", "SPRING_DATA_MONGODB_HOST")
                .filter(invocation.environment()::containsKey)
                .findFirst()
                .ifPresent(variable -> {
                    throw new UsageException(
                            "%s has no effect, and %s, which names the server, is not set. Set it, or use the embedded MongoDB with --embedded."
                                    .formatted(variable, URI));
                });
    }

    private boolean isNamed() {
        return uriFile != null || invocation.environment().containsKey(URI);
    }

    /** Returns whether docker compose may name the server once Spring has started: in development only. */
    boolean composes() {
        return !asksForEmbedded
                && !isNamed()
                && ServerChoice.class.getResource(DOCKER_COMPOSE) != null
                && Settings.of(invocation).isOn("spring.docker.compose.enabled");
    }

    public Invocation invocation() {
        return invocation;
    }

    @Nullable
    public Path uriFile() {
        return uriFile;
    }

    LastImport last() {
        return last;
    }

    /** Returns this choice, which then says where data will be written. */
    public ServerChoice announcing() {
        announces = true;
        return this;
    }

    /** Prints that data will be written to the embedded server, once; nothing for a named one, or if nothing is written. */
    void announceEmbedded() {
        if (announces && !isNamed() && !composes()) {
            invocation.err().println("No MONGODB_URI: using the embedded MongoDB, data in %s/".formatted(EMBEDDED));
            announces = false;
        }
    }
}
