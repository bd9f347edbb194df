package dev.mongohaul.notification;

import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.Run;
import dev.mongohaul.schedule.Slot.SlotState;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What became of a slot, as one sentence on one line. */
final class OutcomeText {

    private static final int LONGEST_REASON = 500;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private OutcomeText() {}

    static String of(SlotOutcome outcome, List<Event> events) {
        String told = events.stream().map(event -> told(outcome, event)).collect(Collectors.joining("; "));
        return "%s of %s %s".formatted(onOneLine(outcome.job()), TIME.format(outcome.slot()), told);
    }

    private static String told(SlotOutcome outcome, Event event) {
        return switch (event) {
            case FAILED ->
                (outcome.record().state() == SlotState.REFUSED ? "could not be run" : "failed") + reason(outcome);
            case REJECTS -> rejects(outcome);
            case STOPPED ->
                format("was stopped after %s", records(total(outcome).read()));
            case MISSED -> "was missed" + others(outcome.record().others()) + reason(outcome);
            case OVERLAPPED -> "was left out" + reason(outcome);
            case SLOWER -> slower(outcome);
        };
    }

    private static String rejects(SlotOutcome outcome) {
        Run run = outcome.run();
        boolean ended = run != null && run.ending() == ImportEnding.REJECT_LIMIT_EXCEEDED;
        Counts total = total(outcome);
        return format(
                "%s %,d of %s",
                ended ? "ended at its reject limit, with" : "rejected", total.rejected(), records(total.read()));
    }

    private static String slower(SlotOutcome outcome) {
        double usual = outcome.medianSeconds() == null ? 0 : outcome.medianSeconds();
        return format("took %.1f s, where %.1f s are usual", outcome.seconds(), usual);
    }

    private static String others(int others) {
        return others == 0 ? "" : format(", as %s", others == 1 ? "was the one before it" : others + " before it were");
    }

    private static String reason(SlotOutcome outcome) {
        return outcome.reason() == null ? "" : ": " + onOneLine(outcome.reason());
    }

    private static Counts total(SlotOutcome outcome) {
        var report = outcome.report();
        return report == null ? Counts.NONE : report.total();
    }

    private static String records(long count) {
        return format(count == 1 ? "%,d record" : "%,d records", count);
    }

    /** Reasons name files, and files can be named by anybody. */
    private static String onOneLine(String text) {
        String line =
                text.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}\\s]+", " ").strip();
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + " …";
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
