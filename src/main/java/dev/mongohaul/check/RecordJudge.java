package dev.mongohaul.check;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.mapping.MappedItem.MappedDocument;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.DocumentJudge;
import dev.mongohaul.writer.delivery.Outcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges documents without a server: as a writer does before it sends them, and by what the job promises of their keys. */
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

    /** Why the document would not be written, if that can be known. */
    Optional<Outcome> refusal(MappedDocument<D> document) {
        Optional<Outcome> refusal = judge.refusal(
                document.content(),
                document.source().location().length(),
                operations.of(document.source()),
                rendering::encode);
        return refusal.isPresent() || keys == null ? refusal : keys.refusal(rendering.encode(document.content()));
    }
}
