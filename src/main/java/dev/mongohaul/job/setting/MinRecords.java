package dev.mongohaul.job.setting;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fewest documents that may replace those of the target.
 *
 * @param records used if there is no percentage
 * @param percent of the documents that the target has
 */
public record MinRecords(long records, @Nullable BigDecimal percent) {

    private static final Pattern TEXT = Pattern.compile("[0-9]{1,18}|[0-9]{1,3}(\\.[0-9]{1,6})?%");
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /**
     * Reads the text of a job file.
     *
     * @throws IllegalArgumentException for anything but a count, or a percentage of at most 100
     */
    public static MinRecords parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException("neither a count nor a percentage: " + text);
        }
        if (!text.endsWith("%")) {
            return new MinRecords(Long.parseLong(text), null);
        }
        BigDecimal percent = new BigDecimal(text.substring(0, text.length() - 1)).stripTrailingZeros();
        if (percent.compareTo(HUNDRED) > 0) {
            throw new IllegalArgumentException("more than all: " + text);
        }
        return new MinRecords(0, percent);
    }

    /** Returns the smallest number of documents that can replace the present ones. */
    public long toReplace(long documents) {
        return percent == null
                ? records
                : percent.multiply(BigDecimal.valueOf(documents))
                        .divide(HUNDRED, 0, RoundingMode.CEILING)
                        .longValueExact();
    }

    /** Returns the largest such setting that these documents pass, as a number or a percentage like this one. */
    public MinRecords passedBy(long documents, long replaced) {
        return percent == null || replaced == 0
                ? new MinRecords(documents, null)
                : new MinRecords(
                        0,
                        BigDecimal.valueOf(documents)
                                .multiply(HUNDRED)
                                .divide(BigDecimal.valueOf(replaced), 0, RoundingMode.FLOOR));
    }

    @Override
    public String toString() {
        return percent == null ? Long.toString(records) : percent.toPlainString() + "%";
    }
}
