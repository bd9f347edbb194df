package dev.mongohaul.cli;

import dev.mongohaul.broker.BrokerAddress;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.session.MetricsEndpoint;
import dev.mongohaul.cli.session.ServerChoice;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.cli.session.Settings;
import dev.mongohaul.cli.session.UriFileOption;
import dev.mongohaul.job.worker.InputMap;
import dev.mongohaul.text.Printable;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "worker",
        description = {
            "Import partitions of the imports of other processes, until Ctrl-C or SIGTERM.",
            "MONGOHAUL_BROKER_URL names the broker. A worker needs no job files. It reads the input files in the folders of"
                    + " MONGOHAUL_IMPORT_INPUTROOTS, for example /in, by the same paths as the imports, or by those of"
                    + " MONGOHAUL_INPUT_MAP, for example /in=/mnt/nfs/in. After a signal, the chunks in flight are"
                    + " finished, and other workers continue the partitions."
        },
        exitCodeList = {
            "0:stopped",
            "1:failed, for example because the broker or MongoDB does not answer",
            "2:wrong command or setting, or no server, broker or folder of the input is named"
        },
        footer = {
            "  MONGOHAUL_BROKER_URL=tcp://queue1:61616 MONGOHAUL_IMPORT_INPUTROOTS=/in mongohaul worker",
            "  mongohaul worker --threads=2 --mongodb-uri-file=/etc/mongohaul/uri"
        })
final class WorkerCommand extends ConsoleCommand {

    private static final String METRICS = "--metrics";
    private static final int MOST_THREADS = 1024;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "Number of partitions that are imported at the same time; 0 is twice the number of cores."
                    + " Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Mixin
    private UriFileOption uriFile;

    @Option(
            names = METRICS,
            paramLabel = "[ADDRESS:]PORT",
            description = "Serve metrics for Prometheus at http://ADDRESS:PORT/metrics, without login; the address is"
                    + " 127.0.0.1 if it is left out.")
    private @Nullable String metrics;

    @Override
    public Integer call() {
        if (threads < 0 || threads > MOST_THREADS) {
            throw new UsageException(
                    "--threads=%d: from 1 to %d, or 0 for twice the number of cores".formatted(threads, MOST_THREADS));
        }
        int count = threads == 0 ? 2 * Runtime.getRuntime().availableProcessors() : threads;
        ServerChoice server = ServerChoice.named(invocation(), uriFile.in(invocation()), "A worker");
        BrokerAddress broker = Session.broker(invocation())
                .orElseThrow(() -> new UsageException(
                        "A worker needs a broker: set %s, for example to tcp://queue1:61616. 'mongohaul broker' starts one."
                                .formatted(BrokerAddress.VARIABLE)));
        Map<String, String> inputMap = inputMap();
        if (inputMap.isEmpty()
                && Settings.of(invocation()).importing().inputRoots().isEmpty()) {
            throw new UsageException(
                    "A worker needs the folders of the input files, because it reads the files that the JobRepository names:"
                            + " set MONGOHAUL_IMPORT_INPUTROOTS, for example to /in, or %s, for example to /in=/mnt/nfs/in, if they are elsewhere on this machine."
                                    .formatted(InputMap.VARIABLE));
        }
        return StopOnSignal.serving(
                "Stopping after the chunks in flight", err(), invocation().end(), () -> {
                    try (MetricsEndpoint endpoint = endpoint()) {
                        Session.work(server, count, inputMap, endpoint, described -> {
                            out().printf(
                                            "Worker ready: %d partitions at a time, broker %s, %s%n",
                                            count, broker, described);
                            if (endpoint != null) {
                                err().println("Metrics at " + endpoint.url());
                            }
                            invocation().end().join();
                        });
                    }
                });
    }

    private @Nullable MetricsEndpoint endpoint() {
        if (metrics == null) {
            return null;
        }
        InetSocketAddress address = MetricsEndpoint.parse(metrics);
        if (address == null) {
            throw new UsageException("%s=%s is not PORT or ADDRESS:PORT, for example 9464 or 0.0.0.0:9464"
                    .formatted(METRICS, Printable.excerpt(metrics)));
        }
        return new MetricsEndpoint(METRICS, address);
    }

    private Map<String, String> inputMap() {
        Map<String, String> prefixes = new LinkedHashMap<>();
        for (String pair :
                invocation().environment().getOrDefault(InputMap.VARIABLE, "").split(",", -1)) {
            if (pair.isBlank()) {
                continue;
            }
            String[] sides = pair.strip().split("=", -1);
            if (sides.length != 2 || !sides[0].startsWith("/") || !sides[1].startsWith("/")) {
                throw new UsageException(
                        "%s: \"%s\" is not a pair of absolute folders, such as /in=/mnt/nfs/in. Separate pairs by commas."
                                .formatted(InputMap.VARIABLE, pair.strip()));
            }
            prefixes.put(sides[0], sides[1]);
        }
        return prefixes;
    }
}
