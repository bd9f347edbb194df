package dev.mongohaul.cli;

import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.ServerChoice;
import dev.mongohaul.cli.session.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that keeps the embedded server running for other programs. */
@Command(
        name = "mongod",
        description = {
            "Start the embedded MongoDB of this folder, or join the running one, and keep it until Ctrl-C.",
            "Its connection string is written to standard output. Imports of this folder use the same server."
        },
        footer = {"  mongohaul mongod", "  mongohaul mongod --port=27018"})
final class MongodCommand extends ConsoleCommand {

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port on 127.0.0.1; 0 is the last one, or any that is free. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Mixin
    private MongoOptions mongo;

    @Override
    public Integer call() {
        requirePort("--port", port);
        ServerChoice server = mongo.embeddedServer(spec);
        return StopOnSignal.serving(
                "Stopping",
                err(),
                invocation().end(),
                () -> Session.keepEmbedded(server, port, uri -> {
                    out().println(uri);
                    err().printf("The embedded MongoDB runs until Ctrl-C; its data is in %s/%n", ServerChoice.EMBEDDED);
                    invocation().end().join();
                }));
    }
}
