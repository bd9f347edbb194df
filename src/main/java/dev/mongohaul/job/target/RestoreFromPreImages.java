package dev.mongohaul.job.target;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.WriteModel;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.job.run.PlannedRun;
import dev.mongohaul.mongo.BsonOrder;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.mongo.session.PreImage;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.mongo.session.WriteSession;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.repository.figure.ColumnFigures;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.PartitionProgress;
import dev.mongohaul.repository.plan.ImportPlan;
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
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobInterruptedException;

/**
 * Restoring of documents from their pre-images. A document that is not as the import left it is spared. A range is one of
 * positions in the list of pre-images.
 *
 * @param force whether documents that were changed since are restored as well
 * @param ofRepository returns sessions on the server of the JobRepository
 */
public record RestoreFromPreImages(
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

    @Override
    public List<ImportPartition> ranges() {
        return UndoWay.cut(preImages.count(plan.importNumber()), SMALLEST_RANGE);
    }

    @Override
    public Counts preview(Consumer<BsonValue> spared) {
        MongoCollection<RawBsonDocument> target = UndoWay.target(server, plan);
        return blocks().map(block -> {
                    Map<BsonValue, RawBsonDocument> present = present(target, block);
                    List<PreImage> left = block.stream()
                            .filter(image -> isSpared(image, present.get(image.id())))
                            .toList();
                    left.forEach(image -> spared.accept(image.id()));
                    return counts(block, left);
                })
                .reduce(UndoCounts.NOTHING, Counts::plus);
    }

    /** Returns all pre-images, in blocks. */
    private Stream<List<PreImage>> blocks() {
        return Stream.iterate(
                read(null, 0, BLOCK),
                block -> !block.isEmpty(),
                block -> read(block.get(block.size() - 1).id(), 0, BLOCK));
    }

    /** Counts restored and spared documents. */
    private static Counts counts(List<PreImage> block, List<PreImage> spared) {
        long unchanged = count(block, PreImage::isUnchanged) - count(spared, PreImage::isUnchanged);
        long removed = count(block, RestoreFromPreImages::isAdded) - count(spared, RestoreFromPreImages::isAdded);
        long restored = block.size() - spared.size() - unchanged - removed;
        return UndoCounts.stored(restored, removed, unchanged, spared.size());
    }

    private static long count(List<PreImage> images, Predicate<PreImage> which) {
        return images.stream().filter(which).count();
    }

    private static boolean isAdded(PreImage image) {
        return image.before() == null && !image.isUnchanged();
    }

    private List<PreImage> read(@Nullable BsonValue after, long skip, long most) {
        return preImages.read(plan.importNumber(), after, skip, (int) Math.min(BLOCK, most));
    }

    private boolean isSpared(PreImage image, @Nullable RawBsonDocument present) {
        return !force && !image.isAsBefore(present) && !image.isAsWritten(present);
    }

    private Map<BsonValue, RawBsonDocument> present(MongoCollection<RawBsonDocument> target, List<PreImage> block) {
        List<Bson> queries = KeyQueries.byIds(block.stream().map(PreImage::id).toList());
        return retries.call("read the documents", () -> {
            // An id of another numeric type is the same for the server.
            Map<BsonValue, RawBsonDocument> found = new TreeMap<>(BsonOrder.INSTANCE);
            queries.forEach(
                    which -> target.find(which).forEach(document -> found.put(PreImage.idOf(document), document)));
            return found;
        });
    }

    @Override
    public void takeBack(PartitionProgress progress, PlannedRun run) throws JobInterruptedException {
        Restoring restoring = new Restoring(UndoWay.sessions(server, owner), ofRepository.apply(owner));
        BsonValue last = null;
        ImportPartition range = progress.partition();
        while (range.doneTo() < range.to()) {
            run.requireGoingOn();
            List<PreImage> block = read(last, range.doneTo(), range.to() - range.doneTo());
            if (block.isEmpty()) {
                throw new ImportFailedException(
                        "Kept documents of the import are missing from position %d on. Nothing more can be restored; 'mongohaul abandon' ends the undo"
                                .formatted(range.doneTo()));
            }
            progress.advance(range.doneTo() + block.size(), 1, restoring.restore(block), ColumnFigures.NONE);
            run.progressed(progress.partition());
            last = block.get(block.size() - 1).id();
            range = progress.partition();
        }
        restoring.sessions.close();
        restoring.marking.close();
    }

    @Override
    public boolean hasLeft() {
        MongoCollection<RawBsonDocument> target = UndoWay.target(server, plan);
        return blocks().anyMatch(block -> {
            Map<BsonValue, RawBsonDocument> present = present(target, block);
            return block.stream().anyMatch(image -> {
                RawBsonDocument document = present.get(image.id());
                return !image.isAsBefore(document) && image.isAsWritten(document);
            });
        });
    }

    @Override
    public boolean overlaps(ImportPlan later) {
        return blocks().anyMatch(block -> !preImages
                .changed(later.importNumber(), block.stream().map(PreImage::id).toList())
                .isEmpty());
    }

    /** Restoring of one range. */
    private final class Restoring {

        private final MongoCollection<RawBsonDocument> target = UndoWay.target(server, plan);
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
            List<PreImage> spared = retries.call(DOING, () -> attempt(block));
            preImages.saveSpared(
                    marking,
                    plan.importNumber(),
                    block.stream().map(PreImage::id).toList(),
                    spared.stream().map(PreImage::id).toList());
            return counts(block, spared);
        }

        /** Returns the documents that are spared. */
        private List<PreImage> attempt(List<PreImage> block) {
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
                return target.bulkWrite(session.client(), changes, UNORDERED).wasAcknowledged();
            } catch (MongoBulkWriteException e) {
                if (session.inTransaction()
                        || e.getWriteConcernError() != null
                        || e.getWriteErrors().stream()
                                .anyMatch(error -> !ServerStates.isDocumentError(error.getCode()))) {
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
            Bson which =
                    force ? new BsonDocument(ID, new BsonDocument("$eq", image.id())) : UnseenDocuments.sameAs(present);
            return Optional.of(before == null ? new DeleteOneModel<>(which) : new ReplaceOneModel<>(which, before));
        }
    }
}
