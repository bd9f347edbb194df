package dev.mongohaul.check;

import dev.mongohaul.infer.LongSet;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.mapping.MappedItem.MappedDocument;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.DocumentJudge;
import dev.mongohaul.writer.delivery.MatchFilter;
import dev.mongohaul.writer.delivery.MatchFilter.MatchKey;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.delivery.WriteSettings;
import java.util.Optional;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Check of documents without a server: the checks of a writer before it sends, and the job's promise of unique keys.
 */
final class RecordJudge<D> {

    private final RecordOperations operations;
    private final Rendering<D> rendering;
    private final DocumentJudge judge;
    private final @Nullable UniqueKeys keys;

    RecordJudge(ImportJob job, Rendering<D> rendering) {
        this.operations = job.operations();
        this.rendering = rendering;
        this.judge = new DocumentJudge(job.write(), DocumentJudge.USUAL_MAX_DOCUMENT_SIZE);
        boolean hasKeys = !(job.write().matchesById() && job.mapping().generatesIds());
        this.keys = job.promisesUniqueKeys() && hasKeys ? new UniqueKeys(job.write()) : null;
    }

    /** Returns why the document would not be written, as far as this is known without a server. */
    Optional<Outcome> refusal(MappedDocument<D> document) {
        Optional<Outcome> refusal = judge.refusal(
                document.content(),
                document.source().location().length(),
                operations.of(document.source()),
                rendering::encode);
        return refusal.isPresent() || keys == null ? refusal : keys.refusal(rendering.encode(document.content()));
    }

    /**
     * Detector of duplicate keys, for jobs that promise unique keys.
     *
     * <p>It keeps eight bytes of hash for each key. Among 100 million keys, two different ones are taken for equal with
     * a probability of 1 in 3,700.
     */
    private static final class UniqueKeys {

        private final MatchFilter filter;
        private final LongSet seen = new LongSet();

        UniqueKeys(WriteSettings settings) {
            this.filter = new MatchFilter(settings);
        }

        /** Returns the refusal of a record whose key an earlier record has. */
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
}
