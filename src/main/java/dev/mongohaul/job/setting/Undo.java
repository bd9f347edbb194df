package dev.mongohaul.job.setting;

import dev.mongohaul.text.Rules;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * What an import keeps so that it can be undone.
 *
 * @param hashes whether a hash of each inserted document is kept, so that an undo spares those that were changed since
 * @param keep time for which documents are kept as they were before; null if they are not
 * @param maxSize most bytes that are kept of an import
 */
public record Undo(boolean hashes, @Nullable Duration keep, DataSize maxSize) {

    private static final Duration SHORTEST = Duration.ofHours(1);
    private static final Duration LONGEST = Duration.ofDays(36_500);

    public Undo {
        Rules rules = new Rules();
        rules.require(
                hashes || keep != null,
                "keeps nothing: write hashes: true for inserts, or keep: 7d for other operations");
        rules.require(
                keep == null || (keep.compareTo(SHORTEST) >= 0 && keep.compareTo(LONGEST) <= 0),
                keep + " is not a time to keep documents: from 1h to 36500d, such as 7d",
                "keep");
        rules.require(maxSize.toBytes() > 0, "is not a size to keep: more than 0B", "max-size");
        rules.enforce();
    }
}
