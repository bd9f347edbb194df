package dev.mongohaul.faults.trial;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.process.Importer;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.process.OsProcess;
import dev.mongohaul.faults.wire.Relay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/** Broker and workers of a trial, as processes. Each worker connects to the broker through a relay. */
public final class Crew implements AutoCloseable {

    /** Short times, so that a freeze is over soon. */
    public static final List<String> SHORT_TIMES = List.of(
            "-Dmongohaul.broker.ttl=3s", "-Dmongohaul.repository.lease=6s", "-Dmongohaul.import.ride-through=2s");

    /** Times that users have. */
    public static final List<String> DEFAULT_TIMES = List.of();

    /** With this option of the JVM, the manager leaves all partitions to the workers. */
    public static final String WORKERS_ONLY = "-Dmongohaul.test.workers-only=true";

    private static final String URL = "MONGOHAUL_BROKER_URL";
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Trial trial;
    private final List<String> options;
    private final List<Worker> workers = new ArrayList<>();
    private final int port;
    private final Importer importer;
    private final Path brokerFolder;
    private Launched broker;
    private @Nullable Postman postman;

    /** Starts a broker and workers, and waits until they are ready. */
    public Crew(Trial trial, int workers, int threads, List<String> options) {
        this.trial = trial;
        this.options = options;
        this.broker = startBroker(0);
        String address = firstLine(broker);
        this.port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        this.brokerFolder = trial.importer().folder().resolve(".mongohaul/broker");
        this.importer = trial.importer().with(Map.of(URL, address));
        for (int worker = 0; worker < workers; worker++) {
            addWorker(threads);
        }
        this.workers.forEach(worker -> firstLine(worker.launched()));
    }

    /** Starts a worker with one thread; it needs a second or two until it is ready. */
    public void addWorker() {
        addWorker(1);
    }

    private void addWorker(int threads) {
        Relay relay = new Relay(port);
        workers.add(new Worker(
                importer.with(Map.of(URL, "tcp://127.0.0.1:" + relay.port(), "MONGOHAUL_IMPORT_INPUTROOTS", "/"))
                        .start(options, List.of("worker", "--threads=" + threads)),
                relay));
    }

    /** Launches the import; its process is the manager. */
    public Launched launch(Settings settings, String... parameters) {
        return trial.launchShared(importer, settings, options, parameters);
    }

    /** Returns the workers that run. */
    public List<Worker> workers() {
        workers.removeIf(worker -> {
            if (!worker.process().isAlive()) {
                worker.relay().close();
                return true;
            }
            return false;
        });
        return List.copyOf(workers);
    }

    /** Delivers the invitations late, in another order, several times or never, until the end of the trial. */
    public void shuffle(Draw draw) {
        postman = new Postman(draw, "tcp://127.0.0.1:" + port);
    }

    /** Kills the broker and starts it again at the same port after a pause, with or without its files. */
    public void restartBroker(Duration pause, boolean wiped) {
        broker.process().kill();
        sleep(pause);
        if (wiped) {
            try {
                FileSystemUtils.deleteRecursively(brokerFolder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        broker = startBroker(port);
        firstLine(broker);
    }

    private Launched startBroker(int port) {
        return trial.importer().start(List.of(), List.of("broker", "--port=" + port));
    }

    private static String firstLine(Launched launched) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!launched.printed().contains("\n")) {
            if (launched.process().endsWithin(Duration.ofMillis(20)) || System.nanoTime() > deadline) {
                throw new IllegalStateException("not ready: " + launched.lastOutput());
            }
        }
        return launched.printed().strip();
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (postman != null) {
            postman.close();
        }
        workers.forEach(worker -> {
            worker.process().kill();
            worker.relay().close();
        });
        broker.process().kill();
    }

    /**
     * Worker process.
     *
     * @param relay to the broker
     */
    public record Worker(Launched launched, Relay relay) {

        public OsProcess process() {
            return launched.process();
        }
    }
}
