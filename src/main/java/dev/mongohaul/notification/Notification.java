package dev.mongohaul.notification;

import dev.mongohaul.notification.SlotResult.Event;
import dev.mongohaul.report.RunReport;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Body of a request to the webhook, in the shape of its JSON.
 *
 * @param id the same for all attempts for one slot, so that a receiver can detect duplicates
 * @param slot when the job was due
 * @param state ran, refused, missed or overlapped
 * @param reason why the job was not run, or failed; null if there is none
 * @param text one human-readable sentence, which chats show as it is
 * @param run as in the report; null if there was none
 * @param medianSeconds duration of earlier imports; null if unknown, or if this one is not completed
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
        Instant sentAt) {

    static Notification of(SlotResult result, List<Event> events, Instant sentAt) {
        return new Notification(
                URLEncoder.encode(result.job(), StandardCharsets.UTF_8) + "@" + result.slot(),
                events.stream().map(Event::word).toList(),
                result.job(),
                result.slot(),
                result.state(),
                result.reason(),
                result.text(events),
                result.report(),
                result.medianSeconds(),
                sentAt);
    }

    byte[] json() {
        return JsonMapper.shared().writeValueAsBytes(this);
    }
}
