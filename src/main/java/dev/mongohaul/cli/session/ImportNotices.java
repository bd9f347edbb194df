package dev.mongohaul.cli.session;

import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.each.StartResult;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.notification.CommandNotifier;
import dev.mongohaul.notification.InvalidWebhookException;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.Slot;
import dev.mongohaul.schedule.SlotRecord;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Notification about the import of one command, also if it is refused before it has a run. */
public final class ImportNotices {

    private final Optional<CommandNotifier> notifier;
    private final Instant began = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private String job;
    private @Nullable JobFile file;
    private @Nullable StopOnSignal signal;
    private boolean ended;

    /** Awaited when the session is closed, which sends metrics meanwhile. */
    private CompletableFuture<Void> sent = CompletableFuture.completedFuture(null);

    private ImportNotices(Optional<CommandNotifier> notifier, String job) {
        this.notifier = notifier;
        this.job = job;
    }

    /**
     * Runs a command, notifies if it fails without a run, and waits until its notification is delivered or given up.
     *
     * @param job its name, as far as it is known before the job file is read
     * @throws InvalidWebhookException if the environment names a receiver that is invalid
     */
    public static <T> T during(Invocation invocation, String job, Function<ImportNotices, T> command) {
        ImportNotices notices = new ImportNotices(CommandNotifier.of(invocation.environment()), job);
        try {
            return command.apply(notices);
        } catch (RuntimeException e) {
            notices.refused(e);
            throw e;
        } finally {
            notices.sent.join();
        }
    }

    /** Takes the name and the settings of the job. */
    public void about(JobFile read) {
        job = read.name();
        file = read;
    }

    /** Takes the signals of the command: if one stops it before its import has begun, nothing is sent. */
    public void heed(StopOnSignal signals) {
        signal = signals;
    }

    /** Notifies about imports that ended. */
    public void ended(StartResult result, Session session) {
        ended = true;
        send(session.bean(Runs.class), slot -> SlotRecord.of(slot, result));
    }

    private void refused(RuntimeException failure) {
        if (!ended && (signal == null || !signal.received())) {
            send(null, slot -> SlotRecord.refused(slot, Refusal.of(failure).message()));
        }
    }

    private void send(@Nullable Runs runs, Function<Slot, SlotRecord> record) {
        sent = notifier.map(sender -> sender.send(
                        record.apply(new Slot(job, began)),
                        file == null ? JobFileReader.usualNotices() : file.notices(),
                        runs))
                .orElse(sent);
    }
}
