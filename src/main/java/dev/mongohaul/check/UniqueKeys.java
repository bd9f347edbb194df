package dev.mongohaul.check;

import dev.mongohaul.infer.LongSet;
import dev.mongohaul.writer.delivery.MatchFilter;
import dev.mongohaul.writer.delivery.MatchFilter.MatchKey;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.delivery.WriteSettings;
import java.util.Optional;
import org.bson.RawBsonDocument;

/**
 * Finds records whose key an earlier one has, where a job promises that there is none. Keeps eight bytes of a hash for
 * each key: of 100 million keys, two that differ are taken for one with a chance of 1 in 3,700.
 */
final class UniqueKeys {

    private final MatchFilter filter;
    private final LongSet seen = new LongSet();

    UniqueKeys(WriteSettings settings) {
        this.filter = new MatchFilter(settings);
    }

    /** The refusal of a record that is the second of its key. */
    Optional<Outcome> refusal(RawBsonDocument document) {
        MatchKey key = MatchKey.of(filter.of(document));
        return seen.add(key.fingerprint())
                ? Optional.empty()
                : Optional.of(
                        Outcome.rejected(
                                Outcome.NOT_ASKED,
                                "an earlier record has the same key, and the job promises that there is none (write.keys: unique)"));
    }
}
