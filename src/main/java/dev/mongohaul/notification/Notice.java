package dev.mongohaul.notification;

import dev.mongohaul.report.RunReport;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a webhook is told of a slot, in the shape of its JSON.
 *
 * @param id the same whenever this slot is told, so that a receiver knows what it has already
 * @param slot when the job was due
 * @param state ran, refused, missed or overlapped
 * @param reason why it was not run, or failed; null where there is nothing to say
 * @param text the whole in one sentence for people, which chats show as it is
 * @param run as the report has it; null where there was none
 * @param medianSeconds what earlier imports took; null where that is not known, or this one is not completed
 */
record Notice(
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

    static Notice of(SlotOutcome outcome, List<Event> events, Instant sentAt) {
        return new Notice(
                URLEncoder.encode(outcome.job(), StandardCharsets.UTF_8) + "@" + outcome.slot(),
                events.stream().map(Event::word).toList(),
                outcome.job(),
                outcome.slot(),
                outcome.state(),
                outcome.reason(),
                outcome.text(events),
                outcome.report(),
                outcome.medianSeconds(),
                sentAt);
    }

    byte[] json() {
        return JsonMapper.shared().writeValueAsBytes(this);
    }
}
