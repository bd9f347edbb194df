package dev.mongohaul.job.launch.each;

import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.monitor.ImportMonitor;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Start of what a request asks for: one import of all its files, or one of each new file. It is prepared, so that mistakes are
 * known before a server is connected to. A stop is for any thread.
 */
public interface Start extends AutoCloseable {

    /**
     * Prepares the imports of a request.
     *
     * @param rules of what may be read; null for those of the process
     * @param monitor of the progress of one import; the files of several have others
     * @throws RuntimeException as {@link Launch#prepare} and {@link FileByFile#of} do
     */
    static Start of(ImportJobs jobs, ImportRequest asked, @Nullable InputRules rules, ImportMonitor monitor) {
        return of(jobs, asked, rules, monitor, Clock.systemUTC(), FileByFile.SETTLED);
    }

    /**
     * As {@link #of(ImportJobs, ImportRequest, InputRules, ImportMonitor)}.
     *
     * @param settled how long a file of several has to be unchanged
     */
    static Start of(
            ImportJobs jobs,
            ImportRequest asked,
            @Nullable InputRules rules,
            ImportMonitor monitor,
            Clock clock,
            Duration settled) {
        return FileByFile.isFor(asked)
                ? new OfEachFile(asked.file().name(), FileByFile.of(jobs, asked, rules, clock, settled))
                : new OfAllFiles(asked.file().name(), Launch.prepare(jobs, asked, rules, monitor), monitor);
    }

    /** Runs the imports to their end, on the calling thread. */
    StartResult on(ImportLauncher launcher, StartView view);

    /** Runs the imports to their end without a view. */
    default StartResult on(ImportLauncher launcher) {
        return on(launcher, StartView.NONE);
    }

    /** Returns the job of one import of all files. */
    default Optional<ImportJob> job() {
        return Optional.empty();
    }

    /** Returns why there is nothing to import, if that is known before a server is connected to. */
    default Optional<String> nothing() {
        return Optional.empty();
    }

    /** Requests a stop after the chunks in flight. */
    void requestStop();

    /** Ends the reading of the input, so that a launch that waits for it fails. */
    @Override
    void close();

    /** One import. */
    record OfAllFiles(String name, Optional<Launch> launch, ImportMonitor monitor) implements Start {

        @Override
        public StartResult on(ImportLauncher launcher, StartView view) {
            if (launch.isEmpty()) {
                return StartResult.noRecord(name);
            }
            LaunchResult result = view.during(launch.get(), monitor, launcher);
            view.ended(launch.get(), result);
            return StartResult.of(result);
        }

        @Override
        public Optional<ImportJob> job() {
            return launch.map(Launch::job);
        }

        @Override
        public Optional<String> nothing() {
            return launch.isPresent() ? Optional.empty() : Optional.of(Launch.noRecord(name));
        }

        @Override
        public void requestStop() {
            monitor.requestStop();
        }

        @Override
        public void close() {
            launch.ifPresent(Launch::close);
        }
    }

    /** One import of each new file. */
    record OfEachFile(String name, FileByFile files) implements Start {

        @Override
        public StartResult on(ImportLauncher launcher, StartView view) {
            FileResults results =
                    files.imports(launcher, (launch, monitor) -> view.during(launch, monitor, launcher), view::ended);
            view.ended(results);
            return StartResult.of(name, results);
        }

        @Override
        public void requestStop() {
            files.requestStop();
        }

        @Override
        public void close() {
            // Each file is closed when its import has ended.
        }
    }
}
