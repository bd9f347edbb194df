package dev.mongohaul.check;

import dev.mongohaul.check.CheckResult.LimitVerdict;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectGroups;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.writer.delivery.ChunkPlan;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** Findings of a check, collected record by record. Not thread-safe. */
final class CheckFindings {

    static final int MOST_DOCUMENTS = 3;

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final RejectGroups groups = new RejectGroups();
    private final List<BsonDocument> documents = new ArrayList<>(MOST_DOCUMENTS);
    private final boolean generatedIds;
    private LimitVerdict limit;
    private ChunkPlan plan = ChunkPlan.NOTHING;
    private Counts.Cells cells = Counts.Cells.NONE;
    private long writable;
    private long rejected;

    /** @param generatedIds whether the ids differ from those that an import would generate */
    CheckFindings(RejectLimit limit, boolean generatedIds) {
        this.limit = LimitVerdict.within(limit);
        this.generatedIds = generatedIds;
    }

    <D> void writable(D document, Rendering<D> rendering, Counts.Cells more) {
        writable++;
        cells = cells.plus(more);
        if (documents.size() < MOST_DOCUMENTS) {
            BsonDocument shown = rendering.encode(document).decode(CODEC);
            if (generatedIds) {
                shown.remove("_id");
            }
            documents.add(shown);
        }
    }

    void rejected(Reject reject) {
        rejected++;
        groups.add(reject);
    }

    /** Checks the reject limit after a chunk, or at the end of the input. */
    void judge(boolean atEnd) {
        limit = limit.after(rejected, writable + rejected, atEnd);
    }

    /** Adds the commands of a chunk. */
    void planned(ChunkPlan chunk) {
        plan = plan.plus(chunk);
    }

    ChunkPlan plan() {
        return plan;
    }

    Counts counts() {
        return new Counts(writable + rejected, writable, 0, rejected, 0, cells);
    }

    LimitVerdict limit() {
        return limit;
    }

    RejectGroups groups() {
        return groups;
    }

    List<BsonDocument> documents() {
        return List.copyOf(documents);
    }
}
