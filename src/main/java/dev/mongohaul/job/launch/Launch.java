package dev.mongohaul.job.launch;

import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.monitor.ImportMonitor;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Launch of an import, of a command, a page, a schedule or a comparison. Its job is prepared, and its input is being read,
 * so that mistakes are known before a server is connected to.
 *
 * <p>Closing it ends the reading.
 */
public final class Launch implements AutoCloseable {

    private final ImportJob job;
    private final boolean again;
    private final ImportMonitor monitor;
    private final Future<InputScan> scan;

    private Launch(ImportJob job, boolean again, ImportMonitor monitor) {
        this.job = job;
        this.again = again;
        this.monitor = monitor;
        this.scan = InputScan.begin(job, monitor);
    }

    /**
     * Prepares the job of a request, and starts to read its input; empty if there is no record and the job allows that.
     *
     * @throws JobRefusedException if the job cannot run
     */
    public static Optional<Launch> prepare(ImportJobs jobs, ImportRequest asked, ImportMonitor monitor) {
        return prepare(jobs, asked, null, monitor);
    }

    /**
     * As {@link #prepare(ImportJobs, ImportRequest, ImportMonitor)}.
     *
     * @param rules of what may be read; null for those of the process
     */
    public static Optional<Launch> prepare(
            ImportJobs jobs, ImportRequest asked, @Nullable InputRules rules, ImportMonitor monitor) {
        return asked.prepare(jobs, rules).map(job -> new Launch(job, asked.again(), monitor));
    }

    /** Returns the message for an input without records, if the job allows that. */
    public static String noRecord(String job) {
        return job + ": nothing to import, which the job allows (empty: ok)";
    }

    /** Starts to read the input of a job. */
    public static Launch of(ImportJob job, ImportMonitor monitor) {
        return new Launch(job, false, monitor);
    }

    public ImportJob job() {
        return job;
    }

    /** Runs the import to its end, on the calling thread. */
    public LaunchResult on(ImportLauncher launcher) {
        LaunchResult result = launcher.launch(job, scan, again, monitor);
        if (!result.leavesInput()) {
            job.inputs().release();
        }
        return result;
    }

    /** Ends the reading of the input, so that a launch that waits for it fails. */
    public void stopReading() {
        scan.cancel(true);
    }

    @Override
    public void close() {
        stopReading();
    }
}
