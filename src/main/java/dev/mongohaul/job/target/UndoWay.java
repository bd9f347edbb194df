package dev.mongohaul.job.target;

import com.mongodb.MongoNamespace;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.job.run.PlannedRun;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.repository.figure.ColumnFigures;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.PartitionProgress;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.springframework.batch.core.job.JobInterruptedException;

/**
 * Way in which an import is taken back, in ranges that can be processed at the same time. Each range can be interrupted, and
 * processed again from its last checkpoint.
 *
 * <p>{@link UndoCounts} names its counts.
 */
public sealed interface UndoWay permits UndoWay.View, RemovalByIds, RestoreFromPreImages {

    String ID = "_id";
    BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);

    /** Returns the ranges; nothing in them is taken back yet. */
    List<ImportPartition> ranges();

    /** Returns what would be taken back; passes the ids of the documents that would be spared to an action. */
    Counts preview(Consumer<BsonValue> spared);

    /** Takes back the rest of a range. Thread-safe for different ranges. */
    void takeBack(PartitionProgress progress, PlannedRun run) throws JobInterruptedException;

    /** Returns whether an import changed documents that this undo would take back. */
    boolean overlaps(ImportPlan later);

    /**
     * Returns whether something of an import that was taken back is there again: the network may have delivered a command of
     * a killed process after the undo.
     */
    boolean hasLeft();

    /** Returns the id of a document as extended JSON. */
    static String shown(BsonValue id) {
        return new BsonDocument(ID, id).toJson();
    }

    static List<ImportPartition> cut(long end, long smallest) {
        long count =
                Math.max(1, Math.min(end / smallest, 2L * Runtime.getRuntime().availableProcessors()));
        return LongStream.range(0, count)
                .mapToObj(part -> ImportPartition.untouched(end * part / count, end * (part + 1) / count, 1))
                .toList();
    }

    static WriteSessions sessions(MongoConnection server, SessionOwner owner) {
        return new WriteSessions(server.client(), server.facts().kind(), WriteConcern.MAJORITY, owner);
    }

    /** Returns the documents of an import, whose target has one server. */
    static MongoCollection<RawBsonDocument> target(MongoConnection server, ImportPlan plan) {
        MongoNamespace target = new MongoNamespace(plan.identity().target());
        return server.client()
                .getDatabase(target.getDatabaseName())
                .getCollection(target.getCollectionName(), RawBsonDocument.class)
                .withReadPreference(ReadPreference.primary())
                .withWriteConcern(WriteConcern.MAJORITY);
    }

    /** Switch of a view to the collection that it showed before. */
    record View(MongoConnection server, ImportPlans plans, ImportPlan plan, SessionOwner owner) implements UndoWay {

        @Override
        public List<ImportPartition> ranges() {
            return List.of(ImportPartition.untouched(0, 1, 1));
        }

        @Override
        public Counts preview(Consumer<BsonValue> spared) {
            return UndoCounts.NOTHING;
        }

        @Override
        public void takeBack(PartitionProgress progress, PlannedRun run) {
            WriteSessions sessions = sessions(server, owner);
            if (!StagedLoad.switchBack(server.client(), plans, plan, sessions.begin())) {
                throw new ImportFailedException("The view cannot be switched back: "
                        + StagedLoad.obstacleToSwitchBack(server.client(), plans, plan)
                                .orElse("it is being changed; run the same command again"));
            }
            progress.advance(1, 1, UndoCounts.NOTHING, ColumnFigures.NONE);
        }

        @Override
        public boolean overlaps(ImportPlan later) {
            return true;
        }

        @Override
        public boolean hasLeft() {
            return StagedLoad.hasReplaced(server.client(), plan, plans.retries());
        }
    }
}
