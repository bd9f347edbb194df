package dev.mongohaul.job.setting;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Change from which a figure is reported.
 *
 * @param percent below 0 for a decrease; null for never
 */
public record DriftLimit(@Nullable BigDecimal percent) {

    private static final String NEVER = "never";
    private static final Pattern PERCENT = Pattern.compile("([-+]?[0-9]{1,6}(?:\\.[0-9]{1,6})?)%");

    /**
     * Reads a limit.
     *
     * @throws IllegalArgumentException for anything but a change in percent or {@code never}
     */
    public static DriftLimit parse(String text) {
        if (text.equals(NEVER)) {
            return new DriftLimit(null);
        }
        Matcher percent = PERCENT.matcher(text);
        if (!percent.matches()) {
            throw new IllegalArgumentException("not a change: " + text);
        }
        return new DriftLimit(new BigDecimal(percent.group(1)));
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
