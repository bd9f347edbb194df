package dev.mongohaul.job.file;

import dev.mongohaul.text.Rules;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rules for content that differs from that of earlier imports of the job.
 *
 * @param newColumn treatment of a column that the last completed import did not have
 * @param missingColumn treatment of a column that it had
 * @param records change of the number of records, in percent of the usual number
 * @param blanks change of the share of blank cells of a column, in percentage points
 * @param misfits change of the share of records that are rejected because of a column, in percentage points
 * @param lengths change of the length of the longest cell of a column, in percent of the usual length
 */
public record Drift(
        HeaderRule newColumn, HeaderRule missingColumn, Limit records, Limit blanks, Limit misfits, Limit lengths) {

    /** Rules of a job file without {@code drift}. */
    public static final Drift USUAL = new Drift(
            HeaderRule.REPORT,
            HeaderRule.REFUSE,
            Limit.parse("-30%"),
            Limit.parse("+20%"),
            Limit.parse("+1%"),
            Limit.parse("+400%"));

    public Drift {
        Rules rules = new Rules();
        BigDecimal fewer = records.percent();
        rules.require(
                fewer == null || (fewer.signum() < 0 && fewer.compareTo(new BigDecimal(-100)) > 0),
                records + " is not a decrease: from -99% to -1%, such as -30%, or never",
                "records");
        increase(rules, blanks, "blanks");
        increase(rules, misfits, "misfits");
        increase(rules, lengths, "lengths");
        rules.enforce();
    }

    private static void increase(Rules rules, Limit limit, String key) {
        rules.require(
                limit.percent() == null || limit.percent().signum() > 0,
                limit + " is not an increase, such as +20%, or never",
                key);
    }

    /** Treatment of a header that differs from that of the last completed import. */
    public enum HeaderRule {
        /** The import is carried out, and reports the columns. */
        REPORT,
        /** The import is refused before it writes. */
        REFUSE,
        /** Nothing happens. */
        IGNORE
    }

    /**
     * Change from which on a figure is reported.
     *
     * @param percent below 0 for a decrease; null for never
     */
    public record Limit(@Nullable BigDecimal percent) {

        private static final String NEVER = "never";
        private static final Pattern PERCENT = Pattern.compile("([-+]?[0-9]{1,6}(?:\\.[0-9]{1,6})?)%");

        /** @throws IllegalArgumentException for anything but a change in percent or {@code never} */
        static Limit parse(String text) {
            if (text.equals(NEVER)) {
                return new Limit(null);
            }
            Matcher percent = PERCENT.matcher(text);
            if (!percent.matches()) {
                throw new IllegalArgumentException("not a change: " + text);
            }
            return new Limit(new BigDecimal(percent.group(1)));
        }

        /** Returns whether a change, in percent, is greater than this one and in the same direction. */
        public boolean exceededBy(double change) {
            return percent != null
                    && (percent.signum() < 0 ? change < percent.doubleValue() : change > percent.doubleValue());
        }

        @Override
        public String toString() {
            return percent == null ? NEVER : (percent.signum() > 0 ? "+" : "") + percent.toPlainString() + "%";
        }
    }
}
