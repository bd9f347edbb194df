package dev.mongohaul.faults.trial;

import dev.mongohaul.faults.process.Importer;
import dev.mongohaul.faults.process.Launched;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.util.FileSystemUtils;

/** Broker and workers of a trial, as processes. */
public final class Crew implements AutoCloseable {

    /** Short times, so that a freeze is over soon. */
    private static final List<String> TIMES = List.of(
            "-Dmongohaul.broker.ttl=3s", "-Dmongohaul.repository.lease=6s", "-Dmongohaul.import.ride-through=2s");

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Trial trial;
    private final List<Launched> workers = new ArrayList<>();
    private final String address;
    private final Importer importer;
    private final Path brokerFolder;
    private Launched broker;

    /** Starts a broker and workers, and waits until they are ready. */
    public Crew(Trial trial, int workers) {
        this.trial = trial;
        this.broker = startBroker(0);
        this.address = firstLine(broker);
        this.brokerFolder = trial.importer().folder().resolve(".mongohaul/broker");
        this.importer = trial.importer().with(Map.of("MONGOHAUL_BROKER_URL", address));
        for (int worker = 0; worker < workers; worker++) {
            addWorker();
        }
        this.workers.forEach(Crew::firstLine);
    }

    /** Starts a worker; it needs a second or two until it is ready. */
    public void addWorker() {
        workers.add(importer.start(TIMES, List.of("worker", "--threads=1")));
    }

    /** Launches the import; its process is the manager. */
    public Launched launch(Settings settings, String... parameters) {
        return trial.launchShared(importer, settings, TIMES, parameters);
    }

    /** Returns the workers that run. */
    public List<Launched> workers() {
        workers.removeIf(worker -> !worker.process().isAlive());
        return List.copyOf(workers);
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
        broker = startBroker(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
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
        workers.forEach(worker -> worker.process().kill());
        broker.process().kill();
    }
}
