package dev.mongohaul.cli;

import dev.mongohaul.broker.BrokerAddress;
import dev.mongohaul.broker.BrokerProtection;
import dev.mongohaul.broker.EmbeddedBroker;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.cli.session.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "broker",
        description = {
            "Run the broker by which imports share their partitions with workers, until Ctrl-C or SIGTERM.",
            "Its address is written to standard output: set MONGOHAUL_BROKER_URL to it for imports and workers. Its files"
                    + " are in .mongohaul/broker/. They can be lost without harm.",
            "On another address than 127.0.0.1 it needs a key for TLS, and the passwords of its users 'manager', for"
                    + " imports, and 'worker'. Workers and imports then need MONGOHAUL_BROKER_USER and"
                    + " MONGOHAUL_BROKER_PASSWORD_FILE, and MONGOHAUL_BROKER_TRUST_STORE for a certificate of your own."
        },
        exitCodeList = {"0:stopped", "1:failed, for example because the port is in use", "2:wrong command or setting"},
        footer = {"  mongohaul broker", "  mongohaul broker --port=61617"})
final class BrokerCommand extends ConsoleCommand {

    private static final String KEY_STORE = "--key-store";
    private static final String MANAGER_PASSWORD = "--manager-password-file";
    private static final String WORKER_PASSWORD = "--worker-password-file";

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on; 0.0.0.0 is every address of this machine. Default: ${DEFAULT-VALUE}.")
    private String address;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "" + BrokerAddress.DEFAULT_PORT,
            description = "Port to listen on; 0 is any that is free. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = KEY_STORE,
            paramLabel = "FILE",
            description =
                    "PEM file with the private key, in PKCS #8 and without a password, and its certificates. Other users must not be able to read it.")
    private @Nullable Path keyStore;

    @Option(
            names = MANAGER_PASSWORD,
            paramLabel = "FILE",
            description = "File with the password of the user 'manager'.")
    private @Nullable Path managerPassword;

    @Option(names = WORKER_PASSWORD, paramLabel = "FILE", description = "File with the password of the user 'worker'.")
    private @Nullable Path workerPassword;

    @Override
    public Integer call() {
        requirePort("--port", port);
        BrokerProtection protection = protection();
        return StopOnSignal.serving("Stopping", err(), invocation().end(), () -> serve(protection));
    }

    private @Nullable BrokerProtection protection() {
        if (keyStore != null && managerPassword != null && workerPassword != null) {
            try {
                return new BrokerProtection(
                        invocation().privateFile(KEY_STORE, keyStore),
                        invocation().secret(MANAGER_PASSWORD, managerPassword),
                        invocation().secret(WORKER_PASSWORD, workerPassword));
            } catch (IllegalArgumentException e) {
                throw new UsageException("%s: %s".formatted(KEY_STORE, e.getMessage()));
            }
        }
        if (keyStore != null || managerPassword != null || workerPassword != null) {
            throw new UsageException("%s, %s and %s belong together: give all or none."
                    .formatted(KEY_STORE, MANAGER_PASSWORD, WORKER_PASSWORD));
        }
        if (!isLoopback()) {
            throw new UsageException(
                    "--address=%s: a broker that other machines reach needs TLS and users: give %s, %s and %s"
                            .formatted(address, KEY_STORE, MANAGER_PASSWORD, WORKER_PASSWORD));
        }
        return null;
    }

    private boolean isLoopback() {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new UsageException("--address=%s: is no address of this machine".formatted(address));
        }
    }

    private void serve(@Nullable BrokerProtection protection) {
        String queue = Settings.of(invocation()).broker().queue();
        try (EmbeddedBroker broker =
                EmbeddedBroker.start(address, port, queue, Session.brokerFolder(invocation()), protection)) {
            out().println(broker.address());
            err().println("The broker runs until Ctrl-C; imports and workers need MONGOHAUL_BROKER_URL="
                    + broker.address());
            broker.runUntil(invocation().end());
        }
    }
}
