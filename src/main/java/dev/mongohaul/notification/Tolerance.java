package dev.mongohaul.notification;

import dev.mongohaul.reject.RejectLimit;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What nobody has to be told of.
 *
 * @param rejects of one import
 * @param slower how many times the usual duration an import may take; null: as long as it likes
 */
public record Tolerance(RejectLimit rejects, @Nullable BigDecimal slower) {

    boolean allows(double seconds, double usual) {
        return slower == null || seconds <= slower.doubleValue() * usual;
    }
}
