package dev.mongohaul.job.file;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many rejects an import may have. */
public sealed interface RejectLimit {

    /** What {@link #parse} takes. */
    String PATTERN = "[0-9]{1,18}|[0-9]{1,3}(\\.[0-9]{1,6})?%|unlimited";

    /**
     * The limit that a text means.
     *
     * @throws IllegalArgumentException for anything but a count, a percentage of at most 100, or {@code unlimited}
     */
    static RejectLimit parse(String text) {
        Matcher matcher = Pattern.compile(PATTERN).matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a limit: " + text);
        }
        if (text.equals("unlimited")) {
            return new Unlimited();
        }
        return text.endsWith("%")
                ? new Percentage(new BigDecimal(text.substring(0, text.length() - 1)))
                : new Count(Long.parseLong(text));
    }

    /** Up to this many. */
    record Count(long rejects) implements RejectLimit {

        public Count {
            if (rejects < 0) {
                throw new IllegalArgumentException(rejects + " is less than no reject");
            }
        }

        @Override
        public String toString() {
            return Long.toString(rejects);
        }
    }

    /** Up to this share of the records read: above 0, at most 100, trailing zeros removed. */
    record Percentage(BigDecimal percent) implements RejectLimit {

        private static final BigDecimal ALL = BigDecimal.valueOf(100);

        public Percentage {
            if (percent.signum() <= 0 || percent.compareTo(ALL) > 0) {
                throw new IllegalArgumentException(percent + "% is not above 0% and at most 100%");
            }
            percent = percent.stripTrailingZeros();
        }

        @Override
        public String toString() {
            return percent.toPlainString() + "%";
        }
    }

    /** As many as there are. */
    record Unlimited() implements RejectLimit {

        @Override
        public String toString() {
            return "unlimited";
        }
    }
}
