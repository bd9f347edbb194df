package dev.mongohaul.job.target;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.WriteModel;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mongo.BsonOrder;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.mongo.session.PreImage;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.mongo.session.WriteSession;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.ColumnFigures;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.InFlight;
import dev.mongohaul.repository.partition.PartitionProgress;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.target.PreImages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobInterruptedException;

/**
 * Way in which an import is taken back, in ranges that can be processed at the same time. Each range can be interrupted, and
 * processed again from its last checkpoint.
 *
 * <p>Counts: read are the documents that were looked at, written those that are taken back, unchanged those that are as
 * before without it, rejected those that were changed since and are spared.
 */
public sealed interface UndoWay {

    String ID = "_id";
    BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);

    /** Returns the ranges, of which nothing is taken back yet. */
    List<ImportPartition> ranges();

    /** Returns what would be taken back; passes the ids of the documents that would be spared to an action. */
    Taken preview(Consumer<BsonValue> spared);

    /** Returns what was taken back, before the pre-images are removed. */
    Taken taken(Counts counts);

    /** Takes back the rest of a range. Thread-safe for different ranges. */
    void takeBack(PartitionProgress progress, UndoGuard guard) throws JobInterruptedException;

    /** Returns whether an import changed documents that this undo would take back. */
    boolean overlaps(ImportPlan later);

    /**
     * Returns whether something of an import that was taken back is there again: the network may have delivered a command of
     * a killed process after the undo.
     */
    boolean hasLeft();

    private static List<ImportPartition> cut(long end, long smallest) {
        long count =
                Math.max(1, Math.min(end / smallest, 2L * Runtime.getRuntime().availableProcessors()));
        return LongStream.range(0, count)
                .mapToObj(part -> ImportPartition.untouched(end * part / count, end * (part + 1) / count, 1))
                .toList();
    }

    private static WriteSessions sessions(MongoConnection server, SessionOwner owner) {
        return new WriteSessions(server.client(), server.facts().kind(), WriteConcern.MAJORITY, owner);
    }

    /** Returns the documents of an import, whose target has one server. */
    private static MongoCollection<RawBsonDocument> target(
            MongoConnection server, ImportPlan plan, WriteConcern concern) {
        MongoNamespace target = new MongoNamespace(plan.identity().target());
        return server.client()
                .getDatabase(target.getDatabaseName())
                .getCollection(target.getCollectionName(), RawBsonDocument.class)
                .withReadPreference(ReadPreference.primary())
                .withWriteConcern(concern);
    }

    /** Switch of a view to the collection that it showed before. */
    record View(MongoConnection server, ImportPlans plans, ImportPlan plan, SessionOwner owner) implements UndoWay {

        @Override
        public List<ImportPartition> ranges() {
            return List.of(ImportPartition.untouched(0, 1, 1));
        }

        @Override
        public Taken preview(Consumer<BsonValue> spared) {
            return Taken.NOTHING;
        }

        @Override
        public Taken taken(Counts counts) {
            return new Taken(counts, 0);
        }

        @Override
        public void takeBack(PartitionProgress progress, UndoGuard guard) {
            WriteSessions sessions = sessions(server, owner);
            if (!StagedLoad.switchBack(server.client(), plans, plan, sessions.begin())) {
                throw new ImportFailedException("The view cannot be switched back: "
                        + StagedLoad.obstacleToSwitchBack(server.client(), plans, plan)
                                .orElse("it is being changed; run the same command again"));
            }
            progress.advance(1, 1, Counts.NONE, ColumnFigures.NONE);
        }

        @Override
        public boolean overlaps(ImportPlan later) {
            return true;
        }

        @Override
        public boolean hasLeft() {
            return StagedLoad.hasReplaced(server.client(), plan, plans.retryPolicy());
        }
    }

    /**
     * Removal of the documents whose generated ids are of the import, even if they were changed since. A range is one of
     * offsets in the input, as ids contain them.
     */
    record OwnIds(MongoConnection server, ImportPlan plan, PreImages preImages, RetryBudget retries, SessionOwner owner)
            implements UndoWay {

        private static final int BLOCK = 10_000;
        private static final int OFFSET_BYTES = 5;
        private static final long SMALLEST_RANGE = 1 << 20;
        private static final String FOUND = "found";

        private GeneratedIds ids() {
            return GeneratedIds.parse(Objects.requireNonNull(plan.idPrefix()));
        }

        private long end() {
            return plan.partitions().stream()
                    .mapToLong(ImportPartition::to)
                    .max()
                    .orElse(0);
        }

        @Override
        public List<ImportPartition> ranges() {
            return cut(end(), SMALLEST_RANGE);
        }

        private Bson between(long from, long to) {
            return Filters.and(Filters.gte(ID, ids().idOf(from)), Filters.lte(ID, ids().idOf(to - 1)));
        }

        @Override
        public Taken preview(Consumer<BsonValue> spared) {
            if (end() == 0) {
                return Taken.NOTHING;
            }
            return taken(removed(retries.call(
                    "count the documents",
                    () -> target(server, plan, WriteConcern.MAJORITY).countDocuments(between(0, end())))));
        }

        @Override
        public Taken taken(Counts counts) {
            return new Taken(counts, counts.written());
        }

        private static Counts removed(long count) {
            return new Counts(count, count, 0L, 0, 0, 0, CellCounts.NONE);
        }

        /** Saves the number of a block's documents before it is deleted, so that a repetition has the same counts. */
        @Override
        public void takeBack(PartitionProgress progress, UndoGuard guard) throws JobInterruptedException {
            MongoCollection<RawBsonDocument> target = target(server, plan, WriteConcern.MAJORITY);
            WriteSessions sessions = sessions(server, owner);
            while (progress.partition().doneTo() < progress.partition().to()) {
                guard.check();
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
                progress.advance(block.to(), 1, removed(count), ColumnFigures.NONE);
                guard.progressed(progress.partition());
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
            return preview(spared -> {}).counts().written() > 0;
        }

        @Override
        public boolean overlaps(ImportPlan later) {
            return end() > 0
                    && preImages.changedBetween(
                            later.jobInstanceId(),
                            new BsonObjectId(ids().idOf(0)),
                            new BsonObjectId(ids().idOf(end() - 1)));
        }
    }

    /**
     * Restoring of documents from their pre-images. A document that is not as the import left it is spared. A range is one of
     * positions in the list of pre-images.
     *
     * @param force whether documents that were changed since are restored as well
     * @param ofRepository returns sessions on the server of the JobRepository
     */
    record Kept(
            MongoConnection server,
            ImportPlan plan,
            PreImages preImages,
            RetryBudget retries,
            boolean force,
            SessionOwner owner,
            Function<SessionOwner, WriteSessions> ofRepository)
            implements UndoWay {

        private static final int BLOCK = 500;
        private static final long SMALLEST_RANGE = 20_000;
        private static final String DOING = "restore documents";
        private static final int MOST_BYTES_AT_ONCE = 8 << 20;
        private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

        @Override
        public List<ImportPartition> ranges() {
            return cut(preImages.count(plan.jobInstanceId()), SMALLEST_RANGE);
        }

        @Override
        public Taken preview(Consumer<BsonValue> spared) {
            MongoCollection<RawBsonDocument> target = target(server, plan, WriteConcern.MAJORITY);
            Counts counts = Counts.NONE;
            long removed = 0;
            List<PreImage> block = read(null, 0, BLOCK);
            while (!block.isEmpty()) {
                Map<BsonValue, RawBsonDocument> present = present(target, block);
                List<PreImage> left = block.stream()
                        .filter(image -> isSpared(image, present.get(image.id())))
                        .toList();
                left.forEach(image -> spared.accept(image.id()));
                counts = counts.plus(counts(block, left.size()));
                removed += added(block) - added(left);
                block = read(block.get(block.size() - 1).id(), 0, BLOCK);
            }
            return new Taken(counts, removed);
        }

        private static long added(List<PreImage> images) {
            return images.stream()
                    .filter(image -> image.before() == null && !image.isUnchanged())
                    .count();
        }

        @Override
        public Taken taken(Counts counts) {
            return new Taken(counts, preImages.countRemoved(plan.jobInstanceId()));
        }

        private List<PreImage> read(@Nullable BsonValue after, long skip, long most) {
            return preImages.read(plan.jobInstanceId(), after, skip, (int) Math.min(BLOCK, most));
        }

        private boolean isSpared(PreImage image, @Nullable RawBsonDocument present) {
            return !force && !image.isAsBefore(present) && !image.isAsWritten(present);
        }

        private static Counts counts(List<PreImage> block, long spared) {
            long unchanged = block.stream().filter(PreImage::isUnchanged).count();
            long handled = block.size() - spared;
            unchanged = Math.min(unchanged, handled);
            return new Counts(block.size(), handled - unchanged, unchanged, 0, spared, 0, CellCounts.NONE);
        }

        private Map<BsonValue, RawBsonDocument> present(MongoCollection<RawBsonDocument> target, List<PreImage> block) {
            List<Bson> queries =
                    KeyQueries.byIds(block.stream().map(PreImage::id).toList());
            return retries.call("read the documents", () -> {
                // An id of another numeric type is the same for the server.
                Map<BsonValue, RawBsonDocument> found = new TreeMap<>(BsonOrder.INSTANCE);
                queries.forEach(
                        which -> target.find(which).forEach(document -> found.put(PreImage.idOf(document), document)));
                return found;
            });
        }

        @Override
        public void takeBack(PartitionProgress progress, UndoGuard guard) throws JobInterruptedException {
            Restoring restoring = new Restoring(sessions(server, owner), ofRepository.apply(owner));
            BsonValue last = null;
            ImportPartition range = progress.partition();
            while (range.doneTo() < range.to()) {
                guard.check();
                List<PreImage> block = read(last, range.doneTo(), range.to() - range.doneTo());
                if (block.isEmpty()) {
                    throw new ImportFailedException(
                            "Kept documents of import %d are missing from position %d on. Nothing more can be restored; 'mongohaul abandon' ends the undo"
                                    .formatted(plan.jobInstanceId(), range.doneTo()));
                }
                progress.advance(range.doneTo() + block.size(), 1, restoring.restore(block), ColumnFigures.NONE);
                guard.progressed(progress.partition());
                last = block.get(block.size() - 1).id();
                range = progress.partition();
            }
            restoring.sessions.close();
            restoring.marking.close();
        }

        @Override
        public boolean hasLeft() {
            MongoCollection<RawBsonDocument> target = target(server, plan, WriteConcern.MAJORITY);
            return anyBlock(block -> {
                Map<BsonValue, RawBsonDocument> present = present(target, block);
                return block.stream().anyMatch(image -> {
                    RawBsonDocument document = present.get(image.id());
                    return !image.isAsBefore(document) && image.isAsWritten(document);
                });
            });
        }

        private boolean anyBlock(Predicate<List<PreImage>> matches) {
            List<PreImage> block = read(null, 0, BLOCK);
            while (!block.isEmpty()) {
                if (matches.test(block)) {
                    return true;
                }
                block = read(block.get(block.size() - 1).id(), 0, BLOCK);
            }
            return false;
        }

        @Override
        public boolean overlaps(ImportPlan later) {
            return anyBlock(block -> !preImages
                    .changed(
                            later.jobInstanceId(),
                            block.stream().map(PreImage::id).toList())
                    .isEmpty());
        }

        /** Restoring of one range. */
        private final class Restoring {

            private final MongoCollection<RawBsonDocument> target = target(server, plan, WriteConcern.MAJORITY);
            private final WriteSessions sessions;
            private final WriteSessions marking;

            /**
             * @param sessions that restore documents
             * @param marking marks those that are spared
             */
            Restoring(WriteSessions sessions, WriteSessions marking) {
                this.sessions = sessions;
                this.marking = marking;
            }

            /** Returns the counts by what is there afterwards: they are the same if the block is restored again. */
            Counts restore(List<PreImage> block) {
                List<BsonValue> spared = retries.call(DOING, () -> attempt(block));
                preImages.saveSpared(
                        marking,
                        plan.jobInstanceId(),
                        block.stream().map(PreImage::id).toList(),
                        spared);
                return counts(block, spared.size());
            }

            private List<BsonValue> attempt(List<PreImage> block) {
                sessions.endUnconfirmed();
                Map<BsonValue, RawBsonDocument> present = present(target, block);
                List<WriteModel<RawBsonDocument>> changes = new ArrayList<>();
                long bytes = 0;
                for (PreImage image : block) {
                    Optional<WriteModel<RawBsonDocument>> change = change(image, present.get(image.id()));
                    if (change.isPresent()) {
                        changes.add(change.get());
                        bytes += size(image.before()) + size(present.get(image.id()));
                    }
                    if (bytes > MOST_BYTES_AT_ONCE) {
                        send(changes);
                        changes.clear();
                        bytes = 0;
                    }
                }
                send(changes);
                Map<BsonValue, RawBsonDocument> found = present(target, block);
                return block.stream()
                        .filter(image -> !image.isAsBefore(found.get(image.id())))
                        .map(PreImage::id)
                        .toList();
            }

            private static long size(@Nullable RawBsonDocument document) {
                return document == null ? 0 : document.getByteBuffer().remaining();
            }

            /** Errors of single documents, as of a unique index that another document has, spare these documents. */
            private void send(List<WriteModel<RawBsonDocument>> changes) {
                if (!changes.isEmpty()) {
                    sessions.change(DOING, RetryBudget.NONE, session -> send(session, changes));
                }
            }

            private boolean send(WriteSession session, List<WriteModel<RawBsonDocument>> changes) {
                try {
                    return target.bulkWrite(session.client(), changes, UNORDERED)
                            .wasAcknowledged();
                } catch (MongoBulkWriteException e) {
                    if (session.inTransaction()
                            || e.getWriteConcernError() != null
                            || e.getWriteErrors().stream()
                                    .anyMatch(error -> ServerStates.isServerState(error.getCode()))) {
                        throw e;
                    }
                    return true;
                }
            }

            /** Returns the change of a document that matches only while it is the one that was read. */
            private Optional<WriteModel<RawBsonDocument>> change(PreImage image, @Nullable RawBsonDocument present) {
                if (image.isAsBefore(present) || isSpared(image, present)) {
                    return Optional.empty();
                }
                RawBsonDocument before = image.before();
                if (present == null) {
                    return Optional.of(new InsertOneModel<>(Objects.requireNonNull(before)));
                }
                Bson which = force
                        ? new BsonDocument(ID, new BsonDocument("$eq", image.id()))
                        : UnseenDocuments.sameAs(present);
                return Optional.of(
                        before == null
                                ? new DeleteOneModel<>(which)
                                : new ReplaceOneModel<>(which, before, force ? UPSERT : new ReplaceOptions()));
            }
        }
    }
}
