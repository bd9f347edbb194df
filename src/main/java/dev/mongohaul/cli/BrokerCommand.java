package dev.mongohaul.cli;

import dev.mongohaul.broker.BrokerAddress;
import dev.mongohaul.broker.BrokerProperties;
import dev.mongohaul.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "broker",
        description = {
            "Run the broker by which imports share their partitions with workers, until Ctrl-C or SIGTERM.",
            "Its address is written to standard output: set MONGOHAUL_BROKER_URL to it for imports and workers. It listens"
                    + " on 127.0.0.1, and its files are in .mongohaul/broker/. They can be lost without harm."
        },
        exitCodeList = {"0:stopped", "1:failed, for example because the port is in use", "2:wrong command or setting"},
        footer = {"  mongohaul broker", "  mongohaul broker --port=61617"})
final class BrokerCommand extends ConsoleCommand {

    private static final int LAST_PORT = 65_535;

    @Option(
            names = "--port",
            defaultValue = "" + BrokerAddress.DEFAULT_PORT,
            description = "Port on 127.0.0.1; 0 is any that is free (default: ${DEFAULT-VALUE}).")
    private int port;

    @Override
    public Integer call() {
        if (port < 0 || port > LAST_PORT) {
            throw new UsageException("--port=%d: a port is 0 (any that is free) to %d".formatted(port, LAST_PORT));
        }
        Path folder = invocation().resolve(ServerChoice.EMBEDDED).resolve("broker");
        CompletableFuture<Void> signalled = new CompletableFuture<>();
        return StopOnSignal.during(() -> signalled.complete(null), "Stopping", err(), signal -> {
            serve(folder, signalled);
            return ExitCode.COMPLETED.value();
        });
    }

    private void serve(Path folder, CompletableFuture<Void> signalled) {
        BrokerProperties properties = Settings.of(invocation()).broker();
        try (EmbeddedBroker broker = EmbeddedBroker.start(port, properties.queue(), folder)) {
            out().println(broker.address());
            out().flush();
            err().println("The broker runs until Ctrl-C; imports and workers need MONGOHAUL_BROKER_URL="
                    + broker.address());
            err().flush();
            signalled.join();
        }
    }
}
