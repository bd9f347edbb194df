package dev.mongohaul.job.target;

import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.job.run.ImportRun;
import dev.mongohaul.job.run.LimitExceededException;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.Snapshot;
import dev.mongohaul.job.setting.SnapshotDeletes;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.SentTogether;
import dev.mongohaul.mongo.session.PreImage;
import dev.mongohaul.mongo.session.PreImageSink;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.repository.plan.Deletions;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.repository.target.IdBytes;
import dev.mongohaul.repository.target.SeenIds;
import dev.mongohaul.repository.target.SortedIds;
import dev.mongohaul.repository.target.UnseenId;
import dev.mongohaul.text.Counted;
import dev.mongohaul.writer.send.MatchFilter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.job.JobInterruptedException;

/**
 * Documents that the input of a snapshot lacks: the second pass of its import, after all records are written.
 *
 * <p>The ids of the target, in the order of their index, are merged with those that the partitions have seen. What is left is
 * listed with a hash of each document and counted before anything is deleted. Nothing is deleted if they are too many, if
 * the content drifts, or if an id of the input cannot be read. Otherwise the list is processed block by block. A document is
 * deleted, or marked, only if it is still the one that was listed.
 *
 * <p>The number of processed documents is saved with the plan, under the lease of the import. A block that is processed again
 * after a crash has the same counts, since it counts the documents that are there afterwards. A run continues a
 * list without held documents; otherwise it counts again.
 */
final class UnseenDocuments {

    private static final Logger LOG = LoggerFactory.getLogger(UnseenDocuments.class);

    private static final String DOING = "delete documents that the input lacks";
    private static final String ID = "_id";
    private static final BsonString ROOT = new BsonString("$$ROOT");
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final Bson ID_ONLY = Projections.include(ID);
    private static final Bson BY_ID = Sorts.ascending(ID);
    private static final int MOST_BYTES_AT_ONCE = 8 << 20;

    /** Parts of the target that are searched at the same time. */
    private static final int PARTS = 4;

    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);

    private final ImportRun run;
    private final ImportPlans plans;
    private final WriteSessions sessions;
    private final WriteSessions ofRepository;
    private final MongoCluster client;
    private final MongoCollection<RawBsonDocument> target;
    private final Snapshot settings;
    private final BsonDocument scope;
    private final SeenIds seenIds;
    private final long importNumber;

    /**
     * @param sessions that change the documents
     * @param ofRepository that save lists and pre-images
     * @param settings of a snapshot that deletes or marks documents
     */
    UnseenDocuments(
            ImportRun run,
            ImportPlans plans,
            WriteSessions sessions,
            WriteSessions ofRepository,
            MongoCluster client,
            MongoDatabase database,
            Snapshot settings) {
        this.run = run;
        this.plans = plans;
        this.sessions = sessions;
        this.ofRepository = ofRepository;
        this.client = client;
        this.settings = settings;
        this.scope = run.job().scope();
        this.seenIds = plans.seenIds();
        this.importNumber = run.importNumber();
        this.target = database.getCollection(run.job().write().collection(), RawBsonDocument.class)
                .withReadPreference(ReadPreference.primary())
                .withWriteConcern(run.job().write().writeConcern());
    }

    /**
     * Deletes or marks the documents, or holds them all.
     *
     * @param breaches of limits of the content
     * @throws LimitExceededException if a limit is exceeded; then none is changed
     * @throws JobInterruptedException if the run is asked to stop
     */
    void remove(List<Deviation> breaches) throws JobInterruptedException {
        Deletions deletions = run.plan().deletions();
        if (deletions == null || deletions.held() > 0) {
            deletions = count();
            if (deletions.left() > 0 && holds(deletions, breaches)) {
                return;
            }
            save(deletions);
        }
        removeListed(deletions);
        RejectExport.deleteHeld(directory(), job().name(), importNumber);
    }

    /** Returns whether a record without a readable id holds the deletions, after an exceeded limit has done so. */
    private boolean holds(Deletions counted, List<Deviation> breaches) {
        boolean tooMany = job().write().maxLoss().exceededBy(counted.left(), counted.scope(), true);
        Optional<String> unreadable = seenIds.unreadable(importNumber);
        if (!tooMany && breaches.isEmpty() && unreadable.isEmpty()) {
            return false;
        }
        Path file = write(counted);
        save(new Deletions(counted.scope(), 0, 0, 0, counted.left(), 0));
        if (tooMany || !breaches.isEmpty()) {
            String reasons = Stream.concat(breaches.stream().map(Deviation::text), Stream.of(lacking(counted, tooMany)))
                    .collect(Collectors.joining(". "));
            throw new PassingRestart(run, tooMany ? counted.left() : 0, breaches)
                    .exception(
                            "%s. %s lists their ids".formatted(reasons, file),
                            "continues the import, if the deletions are right");
        }
        LOG.warn(
                "No document is deleted: the id of {} cannot be read, and it may be one of the {} documents that the input"
                        + " lacks. {} lists their ids",
                unreadable.get(),
                counted.left(),
                file);
        return true;
    }

    private String lacking(Deletions counted, boolean tooMany) {
        return String.format(
                Locale.ROOT,
                "The input lacks %,d of %s of %s (%.2f %%)%s: none was %s",
                counted.left(),
                Counted.of(counted.scope(), "document"),
                target.getNamespace(),
                100.0 * counted.left() / counted.scope(),
                tooMany ? ", and write.max-loss is " + job().write().maxLoss() : "",
                settings.deletes() == SnapshotDeletes.MARK ? "marked" : "deleted");
    }

    private void save(Deletions deletions) {
        plans.saveDeletions(run.plan().key(), deletions, run.lease().lease());
        run.counted(deletions);
    }

    private JobFile job() {
        return run.job().file();
    }

    private Path directory() {
        return job().rejects().directory();
    }

    private RetryBudget retries() {
        return plans.retries().lasting(run.job().write().rideThrough());
    }

    private Deletions count() {
        return retries().call("look for documents that the input lacks", this::list);
    }

    /** Lists the documents whose ids were not seen, in parts of the index at the same time. */
    private Deletions list() {
        UnseenList list = new UnseenList();
        List<@Nullable BsonValue> bounds = new ArrayList<>();
        bounds.add(null);
        if (scope.isEmpty()) {
            bounds.addAll(seenIds.bounds(importNumber, PARTS));
        }
        bounds.add(null);
        List<Supplier<Long>> parts = IntStream.range(1, bounds.size())
                .<Supplier<Long>>mapToObj(part -> () -> list.addAll(bounds.get(part - 1), bounds.get(part)))
                .toList();
        long documents =
                SentTogether.results(parts).stream().mapToLong(Long::longValue).sum();
        return list.end(documents);
    }

    /** The merge holds for ids in one order only: a collation would have another one. */
    private void requireAscending(byte @Nullable [] before, byte[] id, int least) {
        if (before != null && IdBytes.compare(id, before) < least) {
            throw outOfOrder(before, id);
        }
    }

    private ImportFailedException outOfOrder(byte[] before, byte[] id) {
        return new ImportFailedException(
                "No document was deleted: %s has the _id %s before %s, which is not the order of an index without collation. Use write.operation: replace for it"
                        .formatted(target.getNamespace(), shown(IdBytes.value(before)), shown(IdBytes.value(id))));
    }

    private static String shown(BsonValue id) {
        return new BsonDocument(ID, id).toJson();
    }

    /** List of documents as it grows. */
    private final class UnseenList {

        private final List<BsonValue> unread = new ArrayList<>();
        private final List<UnseenId> unsaved = new ArrayList<>();
        private long markedMeanwhile;
        private long listed;

        /**
         * Merges the ids of a part of the target with the seen ones, and adds those that were not seen.
         *
         * @return number of the documents in the part
         */
        long addAll(@Nullable BsonValue from, @Nullable BsonValue to) {
            long count = 0;
            try (SortedIds seen = seenIds.sorted(importNumber, from, to);
                    TargetIds ids = new TargetIds(client, target.getNamespace(), scope, from, to)) {
                byte[] seenId = seen.hasNext() ? seen.next() : null;
                byte[] before = null;
                while (ids.hasNext()) {
                    byte[] id = ids.next();
                    count++;
                    int order = -1;
                    while (seenId != null && (order = IdBytes.compare(id, seenId)) > 0) {
                        byte[] next = seen.hasNext() ? seen.next() : null;
                        if (next != null) {
                            requireAscending(seenId, next, 0);
                        }
                        seenId = next;
                        order = -1;
                    }
                    if (order != 0) {
                        // The order of an id that was seen follows from that of the seen ones.
                        requireAscending(before, id, 1);
                        add(IdBytes.value(id));
                    }
                    before = id;
                }
            }
            return count;
        }

        private synchronized void add(BsonValue id) {
            unread.add(id);
            if (unread.size() == SeenIds.BLOCK) {
                read();
            }
        }

        /** Reads the documents as they are now. A document that is already marked is outside of the snapshot. */
        private void read() {
            KeyQueries.byIds(unread)
                    .forEach(which ->
                            target.find(Filters.and(which, scope)).sort(BY_ID).forEach(this::list));
            unread.clear();
        }

        private void list(RawBsonDocument document) {
            if (mark(document) != null) {
                markedMeanwhile++;
                return;
            }
            unsaved.add(new UnseenId(PreImage.idOf(document), PreImage.hash(document)));
            if (unsaved.size() == SeenIds.BLOCK) {
                save();
            }
        }

        private void save() {
            seenIds.saveUnseen(ofRepository, importNumber, listed / SeenIds.BLOCK, unsaved);
            listed += unsaved.size();
            unsaved.clear();
        }

        /** @param documents in the scope of the snapshot when their ids were read */
        synchronized Deletions end(long documents) {
            if (!unread.isEmpty()) {
                read();
            }
            if (!unsaved.isEmpty()) {
                save();
            }
            return new Deletions(documents - markedMeanwhile, 0, 0, 0, 0, listed);
        }
    }

    /** Writes the ids of the listed documents into a file. */
    private Path write(Deletions deletions) {
        long blocks = (deletions.left() + SeenIds.BLOCK - 1) / SeenIds.BLOCK;
        Stream<String> lines = LongStream.range(0, blocks)
                .boxed()
                .flatMap(block -> seenIds.unseen(importNumber, block).stream())
                .map(unseen -> shown(unseen.id()));
        return RejectExport.writeHeld(directory(), job().name(), importNumber, lines);
    }

    private void removeListed(Deletions counted) throws JobInterruptedException {
        if (counted.left() == 0) {
            return;
        }
        Deletions deletions = counted;
        Deletion deletion = new Deletion();
        while (deletions.left() > 0) {
            if (run.ending()) {
                throw new JobInterruptedException("stop requested");
            }
            List<UnseenId> block = seenIds.unseen(importNumber, deletions.handled() / SeenIds.BLOCK);
            if (block.isEmpty()) {
                throw new ImportFailedException(
                        "The list of the documents to delete has a gap after %d of them: this is a bug"
                                .formatted(deletions.handled()));
            }
            deletions = deletion.remove(block, deletions);
            save(deletions);
        }
    }

    private @Nullable BsonValue mark(RawBsonDocument document) {
        return settings.markField() == null
                ? null
                : MatchFilter.valueAt(document, settings.markField().toString());
    }

    /** Returns the filter of a document that matches only while it is the one that was read. */
    static Bson sameAs(RawBsonDocument document) {
        BsonArray same = new BsonArray(List.of(
                equal(
                        new BsonDocument("$bsonSize", ROOT),
                        new BsonInt32(document.getByteBuffer().remaining())),
                equal(ROOT, new BsonDocument("$literal", document))));
        return new BsonDocument(ID, new BsonDocument("$eq", document.get(ID)))
                .append("$expr", new BsonDocument("$and", same));
    }

    private static BsonDocument equal(BsonValue one, BsonValue other) {
        return new BsonDocument("$eq", new BsonArray(List.of(one, other)));
    }

    /** Deletion, or marking, of listed documents. */
    private final class Deletion {

        private final boolean marks = settings.deletes() == SnapshotDeletes.MARK;
        private final BsonDateTime stamp = new BsonDateTime(run.plan().created().toEpochMilli());
        private final @Nullable PreImageSink kept = plans.preImagesOf(run.plan(), ofRepository);

        Deletions remove(List<UnseenId> block, Deletions before) {
            long removed = retries().call(DOING, () -> attempt(block));
            return new Deletions(
                    before.scope(),
                    before.deleted() + (marks ? 0 : removed),
                    before.marked() + (marks ? removed : 0),
                    before.changed() + block.size() - removed,
                    0,
                    before.left() - block.size());
        }

        /** Returns the number of the documents that are gone or marked now. */
        private long attempt(List<UnseenId> block) {
            sessions.endUnconfirmed();
            Map<BsonValue, Binary> hashes = new HashMap<>();
            block.forEach(unseen -> hashes.put(unseen.id(), unseen.hash()));
            List<Bson> queries = KeyQueries.byIds(hashes.keySet());
            List<WriteModel<RawBsonDocument>> changes = new ArrayList<>();
            List<PreImage> images = new ArrayList<>();
            long bytes = 0;
            for (Bson which : queries) {
                for (RawBsonDocument document : target.find(which)) {
                    if (PreImage.hash(document).equals(hashes.get(PreImage.idOf(document)))) {
                        changes.add(change(document));
                        images.add(preImage(document));
                        bytes += document.getByteBuffer().remaining();
                    }
                    if (bytes > MOST_BYTES_AT_ONCE) {
                        send(changes, images);
                        changes.clear();
                        images.clear();
                        bytes = 0;
                    }
                }
            }
            if (!changes.isEmpty()) {
                send(changes, images);
            }
            return removed(block.size(), queries);
        }

        /** Keeps the documents as they are, and changes them. */
        private void send(List<WriteModel<RawBsonDocument>> changes, List<PreImage> images) {
            if (kept != null && kept.isOpen()) {
                kept.save(images);
            }
            sessions.change(DOING, RetryBudget.NONE, session -> target.bulkWrite(session.client(), changes, UNORDERED));
        }

        private PreImage preImage(RawBsonDocument document) {
            if (!marks) {
                return new PreImage(PreImage.idOf(document), document, null);
            }
            BsonDocument set = new BsonDocument("$set", new BsonDocument(String.valueOf(settings.markField()), stamp));
            BsonDocument marked = MatchFilter.updated(document.decode(CODEC), set);
            return new PreImage(
                    PreImage.idOf(document),
                    document,
                    marked == null ? PreImage.UNKNOWN : PreImage.hashInAnyOrder(marked));
        }

        private WriteModel<RawBsonDocument> change(RawBsonDocument document) {
            Bson unchanged = sameAs(document);
            return marks
                    ? new UpdateOneModel<>(unchanged, Updates.set(String.valueOf(settings.markField()), stamp))
                    : new DeleteOneModel<>(unchanged);
        }

        private long removed(int size, List<Bson> queries) {
            long still = 0;
            long marked = 0;
            Bson fields = marks ? Projections.include(ID, String.valueOf(settings.markField())) : ID_ONLY;
            for (Bson which : queries) {
                for (RawBsonDocument document : target.find(which).projection(fields)) {
                    still++;
                    marked += stamp.equals(mark(document)) ? 1 : 0;
                }
            }
            return marks ? marked : size - still;
        }
    }
}
