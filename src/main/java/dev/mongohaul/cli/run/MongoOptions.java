package dev.mongohaul.cli.run;

import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.ResultOptions;
import dev.mongohaul.cli.session.ServerChoice;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.cli.session.UriFileOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options for the server that a command connects to. */
public final class MongoOptions {

    public static final String EMBEDDED = "--embedded";

    @Mixin
    private UriFileOption uriFile;

    @Option(
            names = EMBEDDED,
            description = "Use the embedded MongoDB, although the last import of this folder went to another server.")
    private boolean embedded;

    @Option(names = "--no-embedded", description = "Never use the embedded MongoDB, as MONGOHAUL_EMBEDDED=never.")
    private boolean noEmbedded;

    private @Nullable ServerChoice server;

    /** Returns the server to use; refuses contradictory options before anything is read. */
    public ServerChoice server(CommandSpec spec) {
        if (server == null) {
            server = choice(spec, embedded ? EMBEDDED : null);
        }
        return server;
    }

    /** Returns the embedded server, which the command asks for. */
    public ServerChoice embeddedServer(CommandSpec spec) {
        return choice(spec, "'" + spec.qualifiedName() + "'");
    }

    private ServerChoice choice(CommandSpec spec, @Nullable String asking) {
        Invocation invocation = Invocation.of(spec);
        return ServerChoice.of(invocation, uriFile(invocation), asking, noEmbedded);
    }

    /** Connects; warnings go to standard error. */
    public Session open(CommandSpec spec) {
        return Session.open(server(spec));
    }

    @Nullable
    public Path uriFile(Invocation invocation) {
        return uriFile.in(invocation);
    }

    /** Returns what runs imports. It says that it uses the embedded server, unless that is asked for and silence as well. */
    public ImportRunner runner(CommandSpec spec, ResultOptions results) {
        ServerChoice chosen = server(spec);
        return new ImportRunner(results.isQuiet() && embedded ? chosen : chosen.announcing(), results);
    }
}
