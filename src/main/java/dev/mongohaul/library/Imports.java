package dev.mongohaul.library;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.StandardOutput;
import dev.mongohaul.cli.run.Failure;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.ServerChoice;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.each.Start;
import dev.mongohaul.job.launch.each.StartResult;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.address.MongoAddress;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunDetails;
import dev.mongohaul.report.figure.RunSummary;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Imports of another program, by one connection. Several threads may run imports at the same time; a second one of the same
 * job is refused while the first one runs.
 *
 * <p>It installs no signal handler, and prints nothing: its warnings go to SLF4J.
 */
public final class Imports implements AutoCloseable {

    private final Map<String, String> environment;
    private final Path folder;
    private final Session session;
    private final Set<Runnable> stops = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private Imports(String uri, Path folder) {
        this.environment = new HashMap<>(System.getenv());
        environment.put("MONGODB_URI", uri);
        environment.remove("MONGOHAUL_DEBUG");
        this.folder = folder.toAbsolutePath();
        StringWriter warnings = new StringWriter();
        Invocation invocation = invocation(warnings);
        this.session = explained(() -> {
            // Messages name the argument, and not the variable that it takes the place of.
            MongoAddress unused = MongoAddress.parse(uri, "uri");
            return Session.open(ServerChoice.named(invocation, null, "A library"));
        });
        warnings.toString().lines().forEach(LoggerFactory.getLogger(Imports.class)::warn);
    }

    /**
     * Connects to a server. The variables of the process apply as they do to a command, but MONGODB_URI.
     *
     * @param uri connection string, with the default database of the documents
     * @param folder the start of relative paths, also of those in job files
     * @throws ImportException if the server cannot be reached or used
     */
    public static Imports connect(String uri, Path folder) {
        return new Imports(Objects.requireNonNull(uri, "uri"), Objects.requireNonNull(folder, "folder"));
    }

    /**
     * Runs an import to its end, on the calling thread.
     *
     * @param settings in place of those of the job file, by their names, such as {@code target.collection}
     * @throws ImportException if the job cannot run, or the server is lost
     */
    public ImportResult run(Path jobFile, Map<String, String> settings) {
        return run(jobFile, settings, false);
    }

    /** As {@link #run}, but also imports content that was imported before, as {@code import --again} does. */
    public ImportResult runAgain(Path jobFile, Map<String, String> settings) {
        return run(jobFile, settings, true);
    }

    private ImportResult run(Path jobFile, Map<String, String> settings, boolean again) {
        return explained(() -> {
            List<String> given = settings.entrySet().stream()
                    .map(setting -> setting.getKey() + "=" + setting.getValue())
                    .toList();
            JobFiles files = new JobFiles(folder, folder, environment);
            String path = folder.resolve(jobFile).toString();
            ImportRequest asked = ImportRequest.of(files, path, given, again);
            ImportJobs jobs = ImportRunner.jobs(invocation(new StringWriter()));
            return run(jobs, asked);
        });
    }

    private ImportResult run(ImportJobs jobs, ImportRequest asked) {
        try (Start start = Start.of(jobs, asked, null, new ImportMonitor())) {
            StartResult result = stoppable(start::requestStop, () -> start.on(launcher()));
            List<RunDetails> details = result.runs().stream().map(this::details).toList();
            return of(result, message(result), result.each() ? details : one(result, details));
        }
    }

    private static @Nullable String message(StartResult result) {
        if (result.left() != null) {
            return result.left();
        }
        if (result.nothing() != null) {
            return result.nothing().message();
        }
        return result.worst()
                .map(Run::reason)
                .filter(reason -> !reason.isEmpty())
                .orElse(null);
    }

    private @Nullable Object one(StartResult result, List<RunDetails> details) {
        return details.stream()
                .findFirst()
                .or(() -> result.before().map(this::details))
                .orElse(null);
    }

    private ImportLauncher launcher() {
        return session.bean(ImportLauncher.class);
    }

    private <T> T stoppable(Runnable stop, Supplier<T> action) {
        stops.add(stop);
        try {
            return action.get();
        } finally {
            stops.remove(stop);
        }
    }

    private static ImportResult of(StartResult result, @Nullable String message, @Nullable Object json) {
        Counts counts =
                result.runs().stream().map(run -> RunSummary.of(run).counts()).reduce(Counts.NONE, Counts::plus);
        RunStatus status =
                result.runs().isEmpty() ? result.before().map(Run::ending).orElseGet(result::status) : result.status();
        return new ImportResult(
                status.word(),
                result.runs().stream().mapToLong(Run::id).max().orElse(0),
                counts.read(),
                counts.written(),
                counts.unchanged(),
                counts.alreadyThere(),
                counts.rejected(),
                message,
                json == null ? "null" : Reports.json(json));
    }

    private RunDetails details(Run run) {
        return session.reports().run(session.control().run(run.id()));
    }

    /** Asks all imports that run to stop after their current chunks. The next run of a job continues. For any thread. */
    public void stop() {
        stops.forEach(Runnable::run);
    }

    /** Disconnects. Call it when no import runs. */
    @Override
    public void close() {
        closed = true;
        session.close();
    }

    private <T> T explained(Supplier<T> action) {
        if (closed) {
            throw new ImportException(
                    "The imports are closed", new IllegalStateException("closed"), ExitCode.FAILED.value());
        }
        try {
            return action.get();
        } catch (RuntimeException e) {
            StringWriter message = new StringWriter();
            int exitCode = Failure.report(e, invocation(message));
            throw new ImportException(message.toString().strip(), e, exitCode);
        }
    }

    private Invocation invocation(StringWriter messages) {
        return new Invocation(
                environment,
                folder,
                InputStream.nullInputStream(),
                new StandardOutput(OutputStream.nullOutputStream(), StandardCharsets.UTF_8),
                new PrintWriter(messages, true));
    }
}
