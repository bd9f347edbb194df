package dev.mongohaul.notification;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.setting.Notify;
import dev.mongohaul.report.FileReport;
import dev.mongohaul.report.History;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.figure.Medians;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.PendingNotification;
import dev.mongohaul.schedule.PendingNotifications;
import dev.mongohaul.schedule.SlotRecord;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sender of pending notifications. Retries each until the receiver accepts it or it is too old. Several processes may
 * run a notifier at the same time; one of them sends each notification. Not thread-safe.
 */
final class Notifier {

    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);

    /** Longer than it takes to create and send one notification. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    /** Of a slot, in one notification. */
    private static final int MOST_IMPORTS = 100;

    private static final int MOST_FILES = 100;

    /** More than one, because the receiver's address may not be set up yet. */
    private static final int MAX_REFUSALS = 3;

    private final PendingNotifications slots;
    private final Runs runs;
    private final History history;
    private final JobFiles files;
    private final WebhookSender sender;
    private final Backoff backoff;
    private boolean failing;

    Notifier(PendingNotifications slots, Runs runs, JobFiles files, WebhookSender sender, Backoff backoff) {
        this.slots = slots;
        this.runs = runs;
        this.history = new History(runs);
        this.files = files;
        this.sender = sender;
        this.backoff = backoff;
    }

    /** Sends all pending notifications, up to the first that is not delivered. */
    void sendPending() {
        try {
            Optional<PendingNotification> next = slots.claim(LEASE);
            while (next.isPresent() && send(next.get())) {
                next = slots.claim(LEASE);
            }
            failing = false;
        } catch (InterruptedException e) {
            // The claim expires after a minute; another process can send the notification then.
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // Warns once per outage, not every second.
            LOG.atLevel(failing ? Level.DEBUG : Level.WARN)
                    .log("Notifications could not be sent; retrying: {}", e.getMessage());
            failing = true;
        }
    }

    /** Returns whether to continue with the next one. */
    private boolean send(PendingNotification pending) throws InterruptedException {
        SlotResult result = result(pending.record());
        List<Event> events = result.events(settings(result.job()));
        if (events.isEmpty()) {
            slots.markNotified(pending, List.of(), null);
            return true;
        }
        Notification notification = Notification.of(result, events, files(result), Instant.now());
        Delivery delivery = sender.send(notification.id(), notification.json());
        switch (delivery.outcome()) {
            case DELIVERED -> slots.markNotified(pending, notification.events(), null);
            case REFUSED -> retry(pending, notification, delivery, pending.refusals() + 1 < MAX_REFUSALS);
            case LATER -> retry(pending, notification, delivery, true);
        }
        return delivery.outcome() == DeliveryOutcome.DELIVERED;
    }

    private void retry(PendingNotification pending, Notification notification, Delivery delivery, boolean allowed) {
        Duration delay = backoff.after(pending.attempts(), delivery.pause());
        boolean retry = allowed && pending.isRecentAfter(delay);
        LOG.warn(
                "{} {}: \"{}\" {}",
                sender.receiver(),
                delivery.answer(),
                notification.text(),
                retry ? "is sent again in " + delay.toSeconds() + " s" : "is not sent again");
        if (retry) {
            slots.postpone(pending, delay, delivery.outcome() == DeliveryOutcome.REFUSED);
        } else {
            slots.markNotified(pending, notification.events(), delivery.answer());
        }
    }

    private SlotResult result(SlotRecord record) {
        Long runId = record.runId();
        Run run = runId == null ? null : runs.find(runId).orElse(null);
        if (run == null) {
            return new SlotResult(record, null, List.of(), 0, null);
        }
        String job = record.slot().job();
        long number = run.importNumber();
        Optional<Medians> usual = run.ending().continues() ? Optional.empty() : history.usual(job, number);
        return new SlotResult(
                record,
                run,
                others(record, run),
                history.find(job, number).map(past -> past.times().seconds()).orElse(0.0),
                usual.map(Medians::seconds).orElse(null));
    }

    private List<Run> others(SlotRecord record, Run run) {
        return record.runIds().stream()
                .filter(id -> id != run.id())
                .limit(MOST_IMPORTS)
                .flatMap(id -> runs.find(id).stream())
                .toList();
    }

    /** Returns the files of the slot's imports that went somewhere, or that could not yet. */
    private List<FileReport> files(SlotResult result) {
        List<Long> imports = result.runs().stream().map(Run::importNumber).toList();
        return imports.isEmpty()
                ? List.of()
                : runs.files().ofImports(result.job(), imports, MOST_FILES).stream()
                        .map(FileReport::of)
                        .filter(file -> file.fate(path -> path) != null)
                        .toList();
    }

    /** Returns the current setting of the job file, or the default if the file cannot be read. */
    private Notify settings(String job) {
        try {
            return files.find(job, List.of()).notices();
        } catch (JobFileException | InvalidPathException e) {
            LOG.debug("The default notify settings apply to {}", job, e);
            return JobFileReader.usualNotices();
        }
    }

    /**
     * Body of a request to the webhook, in the shape of its JSON.
     *
     * @param id the same for all attempts for one slot, so that a receiver can detect duplicates
     * @param slot when the job was due
     * @param state ran, refused, missed or overlapped
     * @param reason why the job was not run, or failed; null if there is none
     * @param text one human-readable sentence, which chats show as it is
     * @param run as in the report, of several the one with the most severe outcome; null if there was none
     * @param medianSeconds duration of earlier imports; null if unknown, or if this one is not completed
     * @param runs numbers of all runs of a job that imports each file
     * @param knownFiles where files of the imports went
     */
    record Notification(
            String id,
            List<String> events,
            String job,
            Instant slot,
            String state,
            @Nullable String reason,
            String text,
            @Nullable RunReport run,
            @Nullable Double medianSeconds,
            Instant sentAt,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Long> runs,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FileReport> knownFiles) {

        static Notification of(SlotResult result, List<Event> events, List<FileReport> files, Instant sentAt) {
            return new Notification(
                    URLEncoder.encode(result.job(), StandardCharsets.UTF_8) + "@" + result.slot(),
                    events.stream().map(Words::word).toList(),
                    result.job(),
                    result.slot(),
                    result.state(),
                    result.reason(),
                    result.text(events),
                    result.report(),
                    result.medianSeconds(),
                    sentAt,
                    result.record().runIds(),
                    files);
        }

        byte[] json() {
            return JsonMapper.shared().writeValueAsBytes(this);
        }
    }
}
