package dev.mongohaul.serve.page;

import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.sheet.Words;
import org.jspecify.annotations.Nullable;

/**
 * A job among others.
 *
 * @param description one line; empty where there is none
 * @param files as its file names them; empty where that cannot be read
 * @param problem why it cannot be run, for people; empty where it can
 * @param next slot of its schedule; empty where it has none
 * @param last import; null where it had none
 * @param trend null where it had too few imports
 * @param underWay whether something of it goes on
 */
record JobLine(
        String name,
        String description,
        String files,
        String problem,
        String next,
        @Nullable ImportSummary last,
        @Nullable Sparkline trend,
        boolean underWay) {

    /** When the last import began; empty where there was none. */
    public String started() {
        String time = last == null ? null : Words.time(last.started());
        return time == null ? "" : time;
    }

    /** The word of the last import's status, for a style sheet, too; empty where there was none. */
    public String status() {
        return last == null ? "" : last.status();
    }
}
