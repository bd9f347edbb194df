package dev.mongohaul.notification;

import dev.mongohaul.notification.SlotResult.Event;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.Run;
import dev.mongohaul.schedule.Slot.SlotState;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Human-readable text of a slot's result: one sentence on one line. */
final class SlotResultText {

    private static final int MAX_REASON_LENGTH = 500;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private SlotResultText() {}

    static String of(SlotResult result, List<Event> events) {
        String text = events.stream().map(event -> text(result, event)).collect(Collectors.joining("; "));
        return "%s of %s %s".formatted(onOneLine(result.job()), TIME.format(result.slot()), text);
    }

    private static String text(SlotResult result, Event event) {
        return switch (event) {
            case FAILED ->
                (result.record().state() == SlotState.REFUSED ? "could not be run" : "failed") + reason(result);
            case REJECTS -> rejects(result);
            case STOPPED -> "was stopped after " + records(result.total().read());
            case MISSED -> "was missed" + others(result.record().others()) + reason(result);
            case OVERLAPPED -> "was left out" + reason(result);
            case SLOWER -> slower(result);
        };
    }

    private static String rejects(SlotResult result) {
        Run run = result.run();
        boolean limitExceeded = run != null && run.ending() == ImportEnding.REJECT_LIMIT_EXCEEDED;
        Counts total = result.total();
        return format(
                "%s %,d of %s",
                limitExceeded ? "ended at its reject limit, with" : "rejected",
                total.rejected(),
                records(total.read()));
    }

    private static String slower(SlotResult result) {
        double usual = result.medianSeconds() == null ? 0 : result.medianSeconds();
        return format("took %.1f s, where %.1f s are usual", result.seconds(), usual);
    }

    private static String others(int others) {
        return others == 0 ? "" : format(", as %s", others == 1 ? "was the one before it" : others + " before it were");
    }

    private static String reason(SlotResult result) {
        return result.reason() == null ? "" : ": " + onOneLine(result.reason());
    }

    private static String records(long count) {
        return format(count == 1 ? "%,d record" : "%,d records", count);
    }

    /** Replaces control characters: reasons contain file names, which are untrusted. */
    private static String onOneLine(String text) {
        String line =
                text.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}\\s]+", " ").strip();
        return line.length() <= MAX_REASON_LENGTH ? line : line.substring(0, MAX_REASON_LENGTH) + " …";
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
