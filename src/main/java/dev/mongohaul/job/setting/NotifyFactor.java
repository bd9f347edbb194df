package dev.mongohaul.job.setting;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Multiple of the usual duration of an import that is not notified.
 *
 * @param times null for any
 */
public record NotifyFactor(@Nullable BigDecimal times) {

    /**
     * Reads a factor.
     *
     * @throws IllegalArgumentException for anything but a number of at least 1 or {@code never}
     */
    public static NotifyFactor parse(String text) {
        if (text.equals(NotifyShare.NEVER)) {
            return new NotifyFactor(null);
        }
        if (!text.matches("(?=0*[1-9])[0-9]{1,9}(\\.[0-9]{1,6})?")) {
            throw new IllegalArgumentException("not a factor: " + text);
        }
        return new NotifyFactor(new BigDecimal(text));
    }

    @Override
    public String toString() {
        return times == null ? NotifyShare.NEVER : times.toPlainString();
    }
}
