package dev.mongohaul.reject;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Smallest limits that an import does not exceed, as a number and as a percentage.
 *
 * @param percent the largest share of rejects when a percentage was checked
 */
public record PassingLimit(long records, BigDecimal percent) {

    public static final PassingLimit OF_NOTHING = new PassingLimit(0, BigDecimal.ZERO);

    private static final int MOST_DECIMALS = 6;

    /** Returns the limits after these numbers of rejects and records. */
    public PassingLimit after(long rejects, long read, boolean atEnd) {
        BigDecimal share = read == 0 || !RejectLimit.judgesPercent(read, atEnd)
                ? BigDecimal.ZERO
                : BigDecimal.valueOf(rejects)
                        .multiply(RejectLimit.HUNDRED)
                        .divide(BigDecimal.valueOf(read), MathContext.DECIMAL64);
        return new PassingLimit(rejects, percent.max(share));
    }

    /** Returns the limit that a job file can have in place of the given one. */
    public String inPlaceOf(RejectLimit limit) {
        return limit.percent() == null ? Long.toString(records) : roundedPercent();
    }

    /** Returns the percentage rounded up: a whole number from 1% on, else one digit that is not zero. */
    private String roundedPercent() {
        BigDecimal rounded = percent.compareTo(BigDecimal.ONE) >= 0
                ? percent.setScale(0, RoundingMode.CEILING)
                : percent.round(new MathContext(1, RoundingMode.CEILING)).setScale(MOST_DECIMALS, RoundingMode.CEILING);
        return rounded.stripTrailingZeros().toPlainString() + "%";
    }

    /** Returns both limits for a message. */
    @Override
    public String toString() {
        return records == 0 ? "0" : "%d (or %s)".formatted(records, roundedPercent());
    }
}
