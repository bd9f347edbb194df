package dev.mongohaul.notification;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mongohaul.report.FileReport;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.plan.PhaseResult;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Body of a request to the webhook, in the shape of its JSON.
 *
 * @param id the same for all attempts for one slot, so that a receiver can detect duplicates; another one while it is late
 * @param slot when the job was due
 * @param state status of the run; refused, missed or overlapped if it did not run, and late while it waits for its files
 * @param reason why the job was not run, or failed; null if there is none
 * @param text one human-readable sentence, which chats show as it is
 * @param run as in the report, of several the one with the most severe outcome; null if there was none
 * @param results of the phases after the load by the names of the phases
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

        @JsonAnyGetter Map<String, PhaseResult> results,

        @Nullable Double medianSeconds,
        Instant sentAt,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Long> runs,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FileReport> knownFiles) {

    static Notification of(SlotResult result, List<Event> events, List<FileReport> files, Instant sentAt) {
        return new Notification(
                URLEncoder.encode(result.job(), StandardCharsets.UTF_8) + "@" + result.slot() + result.idSuffix(),
                events.stream().map(Event::word).toList(),
                result.job(),
                result.slot(),
                result.state(),
                result.reason(),
                result.text(events),
                result.report(),
                result.results(),
                result.medianSeconds(),
                sentAt,
                result.record().runIds(),
                files);
    }

    byte[] json() {
        return JsonMapper.shared().writeValueAsBytes(this);
    }
}
