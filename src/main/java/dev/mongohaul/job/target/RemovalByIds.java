package dev.mongohaul.job.target;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.job.run.PlannedRun;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.session.PreImage;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.mongo.session.WriteSession;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.repository.figure.ColumnFigures;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.InFlight;
import dev.mongohaul.repository.partition.PartitionProgress;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.target.PreImages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;
import org.springframework.batch.core.job.JobInterruptedException;

/**
 * Removal of the documents with the generated ids of the import, even if they were changed since. A range is one of
 * offsets in the input, as ids contain them.
 */
public record RemovalByIds(
        MongoConnection server, ImportPlan plan, PreImages preImages, RetryBudget retries, SessionOwner owner)
        implements UndoWay {

    private static final int BLOCK = 10_000;
    private static final int OFFSET_BYTES = 5;
    private static final long SMALLEST_RANGE = 1 << 20;
    private static final String FOUND = "found";

    private GeneratedIds ids() {
        return GeneratedIds.parse(Objects.requireNonNull(plan.idPrefix()));
    }

    private long end() {
        return plan.partitions().stream().mapToLong(ImportPartition::to).max().orElse(0);
    }

    @Override
    public List<ImportPartition> ranges() {
        return UndoWay.cut(end(), SMALLEST_RANGE);
    }

    private Bson between(long from, long to) {
        return Filters.and(Filters.gte(ID, ids().idOf(from)), Filters.lte(ID, ids().idOf(to - 1)));
    }

    @Override
    public Counts preview(Consumer<BsonValue> spared) {
        return end() == 0
                ? UndoCounts.NOTHING
                : UndoCounts.stored(
                        0, retries.call("count the documents", () -> target().countDocuments(between(0, end()))), 0, 0);
    }

    private MongoCollection<RawBsonDocument> target() {
        return UndoWay.target(server, plan);
    }

    /** Saves the number of a block's documents before it is deleted, so that a repetition has the same counts. */
    @Override
    public void takeBack(PartitionProgress progress, PlannedRun run) throws JobInterruptedException {
        MongoCollection<RawBsonDocument> target = target();
        WriteSessions sessions = UndoWay.sessions(server, owner);
        while (progress.partition().doneTo() < progress.partition().to()) {
            run.requireGoingOn();
            ImportPartition range = progress.partition();
            InFlight block = range.inFlight();
            if (block == null) {
                List<BsonValue> found = retries.call(
                        "look for documents",
                        () -> target.find(between(range.doneTo(), range.to()))
                                .sort(Sorts.ascending(ID))
                                .projection(Projections.include(ID))
                                .limit(BLOCK)
                                .map(PreImage::idOf)
                                .into(new ArrayList<>()));
                long to = found.size() < BLOCK
                        ? range.to()
                        : offset(found.get(found.size() - 1).asObjectId().getValue()) + 1;
                block = new InFlight(to, Map.of(FOUND, List.of(Long.valueOf(found.size()))));
                progress.send(block);
            }
            Bson ofBlock = between(range.doneTo(), block.to());
            sessions.change("delete documents", retries, session -> delete(session, target, ofBlock));
            long count = Objects.requireNonNull(block.notes().get(FOUND)).get(0);
            progress.advance(block.to(), 1, UndoCounts.stored(0, count, 0, 0), ColumnFigures.NONE);
            run.progressed(progress.partition());
        }
        sessions.close();
    }

    /** Deletes documents. Without a transaction, a late deletion of many could not be refused, but late single ones can. */
    private static boolean delete(WriteSession session, MongoCollection<RawBsonDocument> target, Bson which) {
        if (session.inTransaction()) {
            return target.deleteMany(session.client(), which).wasAcknowledged();
        }
        List<DeleteOneModel<RawBsonDocument>> one = target.find(which)
                .projection(Projections.include(ID))
                .map(document -> new DeleteOneModel<RawBsonDocument>(Filters.eq(ID, PreImage.idOf(document))))
                .into(new ArrayList<>());
        return one.isEmpty()
                || target.bulkWrite(session.client(), one, UNORDERED).wasAcknowledged();
    }

    private static long offset(ObjectId id) {
        byte[] bytes = id.toByteArray();
        long offset = 0;
        for (int index = bytes.length - OFFSET_BYTES; index < bytes.length; index++) {
            offset = (offset << Byte.SIZE) | (bytes[index] & 0xFF);
        }
        return offset;
    }

    @Override
    public boolean hasLeft() {
        return preview(spared -> {}).written() > 0;
    }

    @Override
    public boolean overlaps(ImportPlan later) {
        return end() > 0
                && preImages.changedBetween(
                        later.importNumber(), new BsonObjectId(ids().idOf(0)), new BsonObjectId(ids().idOf(end() - 1)));
    }
}
