package dev.mongohaul.prove;

import dev.mongohaul.csv.RecordLocation;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.session.PreImage;
import dev.mongohaul.writer.delivery.DocumentEquality;
import dev.mongohaul.writer.delivery.DocumentJudge;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.MatchKey;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of the records of a range with the documents that have their keys, chunk by chunk. Each difference is read a second
 * time, together with many others, so that a document that another program changes at this moment is not taken for one. For one
 * thread.
 */
final class ChunkComparer<D> {

    private static final String ID = "_id";
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    /** Differences that are read a second time together. */
    private static final int MOST_SUSPECTS = 1_000;

    /** Bytes of the records that wait for a second reading, so that they are judged in their order. */
    private static final long MOST_BYTES = 4 << 20;

    private final Subject subject;
    private final Rendering<D> rendering;
    private final TargetReader target;
    private final RetryBudget retries;
    private final Findings findings;
    private final AtomicLong unreadableIds;
    private final RecordOperations operations;
    private final DocumentJudge judge;
    private final MatchFilter filter;
    private final DocumentEquality equality;
    private final Set<String> ignored;
    private final DocumentMapper<RawBsonDocument> idMapper;
    private final List<Expected> suspects = new ArrayList<>();
    private final List<Expected> waiting = new ArrayList<>();
    private final List<RawBsonDocument> kept = new ArrayList<>();
    private long waitingBytes;

    /** @param unreadableIds counts rejected records that may be any of the documents without a record */
    ChunkComparer(
            Subject subject,
            Rendering<D> rendering,
            TargetReader target,
            RetryBudget retries,
            Findings findings,
            AtomicLong unreadableIds) {
        this.subject = subject;
        this.rendering = rendering;
        this.target = target;
        this.retries = retries;
        this.findings = findings;
        this.unreadableIds = unreadableIds;
        this.operations = subject.operations();
        this.judge = new DocumentJudge(subject.job().write(), DocumentJudge.USUAL_MAX_DOCUMENT_SIZE);
        this.filter = new MatchFilter(subject.job().write());
        this.equality = new DocumentEquality(
                subject.job().write(), subject.job().mapping().fieldsOfImport());
        this.ignored = subject.job().mapping().fieldsOfImport().stream()
                .map(String::valueOf)
                .collect(Collectors.toSet());
        this.idMapper = subject.job().mapping().toIds(null, subject.created(), subject.origin());
    }

    /** Compares a chunk; {@link #settle} must follow the last one. */
    void compare(List<MappedItem<D>> chunk) {
        List<Expected> expected = new ArrayList<>();
        long rejected = 0;
        long filtered = 0;
        for (MappedItem<D> item : chunk) {
            if (item instanceof MappedDocument<D> document) {
                Expected record = new Expected(document);
                if (isRejected(document, record)) {
                    rejected++;
                    keep(record.document);
                } else {
                    expected.add(record);
                }
            } else if (item instanceof UnmappedRecord<D> unmapped) {
                rejected++;
                keep(
                        subject.keepsRejected()
                                        && idMapper.map(unmapped.source())
                                                instanceof MappedDocument<RawBsonDocument> mapped
                                ? mapped.content()
                                : null);
            } else {
                filtered++;
            }
        }
        List<Expected> sought = expected.stream()
                .filter(record -> !subject.hasNewId(record.operation))
                .toList();
        find(sought);
        findings.count(Judgement.REJECTED, rejected);
        findings.count(Judgement.FILTERED, filtered);
        sought.stream().filter(record -> record.judgement() != Judgement.EQUAL).forEach(suspects::add);
        waiting.addAll(expected);
        waitingBytes += expected.stream().mapToLong(Expected::size).sum();
        if (suspects.isEmpty() || suspects.size() >= MOST_SUSPECTS || waitingBytes > MOST_BYTES) {
            settle();
        }
    }

    /** Reads the differences a second time, and passes on the judgements of all records that wait for this. */
    void settle() {
        findAgain();
        readKept();
        findings.addAll(waiting.stream().map(Expected::judged).toList());
        suspects.clear();
        waiting.clear();
        waitingBytes = 0;
    }

    private boolean isRejected(MappedDocument<D> item, Expected record) {
        RecordLocation location = item.source().location();
        return subject.rejected().contains(location.offset())
                || judge.refusal(item.content(), location.length(), record.operation, rendering::encode)
                        .isPresent();
    }

    /** Remembers the id of a rejected record, whose document is not removed. */
    private void keep(@Nullable RawBsonDocument document) {
        if (!subject.keepsRejected()) {
            return;
        }
        if (document == null || !document.containsKey(ID)) {
            unreadableIds.incrementAndGet();
            return;
        }
        findings.keep(filter.key(document).fingerprint());
        if (subject.digested()) {
            kept.add(document);
        }
    }

    private void readKept() {
        for (List<RawBsonDocument> query : KeyQueries.of(kept, filter::bytesInAnyOf)) {
            retries.run(
                    "read documents",
                    () -> target.find(filter.anyOf(query))
                            .forEach(found ->
                                    findings.keep(filter.key(found).fingerprint(), DocumentsDigest.NONE.plus(found))));
        }
        kept.clear();
    }

    private void find(List<Expected> sought) {
        Map<MatchKey, List<Expected>> byKey = new HashMap<>();
        sought.forEach(record -> byKey.computeIfAbsent(filter.key(record.document), key -> new ArrayList<>())
                .add(record));
        KeyQueries.of(byKey.values(), records -> filter.bytesInAnyOf(records.get(0).document))
                .forEach(query -> retries.run("compare documents", () -> {
                    query.forEach(records -> records.forEach(Expected::forget));
                    List<RawBsonDocument> keys = query.stream()
                            .map(records -> records.get(0).document)
                            .toList();
                    target.read(
                            filter.anyOf(keys),
                            keys.size(),
                            found -> byKey.getOrDefault(filter.key(found), List.of())
                                    .forEach(record -> record.meet(found)));
                }));
    }

    private void findAgain() {
        if (suspects.isEmpty()) {
            return;
        }
        long[] before = suspects.stream().mapToLong(record -> record.hash).toArray();
        target.catchUp();
        find(suspects);
        for (int index = 0; index < before.length; index++) {
            suspects.get(index).changedMeanwhile = suspects.get(index).hash != before[index];
        }
    }

    /** Document that a record expects, and what the target has of its key. */
    private final class Expected {

        private final RawBsonDocument document;
        private final WriteOperation operation;
        private final RecordLocation location;
        private boolean found;
        private boolean equal;
        private boolean changedMeanwhile;

        /** Sum of the hashes of the documents that were found and are not equal. */
        private long hash;

        private DocumentsDigest read = DocumentsDigest.NONE;

        private @Nullable RawBsonDocument deleted;
        private List<FieldDifference> fields = List.of();

        Expected(MappedDocument<D> record) {
            this.document = rendering.encode(record.content());
            this.operation = operations.of(record.source());
            this.location = record.source().location();
        }

        int size() {
            return document.getByteBuffer().remaining();
        }

        void forget() {
            found = false;
            equal = false;
            hash = 0;
            read = DocumentsDigest.NONE;
            deleted = null;
            fields = List.of();
        }

        /** Compares with a document of the key. One that is equal decides, if there are several. */
        void meet(RawBsonDocument current) {
            found = true;
            if (subject.digested()) {
                read = read.plus(current);
            }
            boolean same = operation != WriteOperation.DELETE && isEqual(current);
            if (!same) {
                hash += 1L + Arrays.hashCode(PreImage.hash(current).getData());
            }
            if (operation == WriteOperation.DELETE) {
                deleted = copy(current);
            } else if (same) {
                equal = true;
            } else if (fields.isEmpty()) {
                fields = differences(current);
            }
        }

        /** Returns the document without the answer that it is a part of. */
        private static RawBsonDocument copy(RawBsonDocument part) {
            byte[] bson = new byte[part.getByteBuffer().remaining()];
            part.getByteBuffer().get(bson);
            return new RawBsonDocument(bson);
        }

        /** Returns whether the document is what is expected. For an add, that is any which the import has not added. */
        private boolean isEqual(RawBsonDocument current) {
            if (operation == WriteOperation.ADD
                    && subject.allowsOther()
                    && equality.leavesAsItIs(operation, document, current)) {
                return true;
            }
            return operation.inserts()
                    ? equality.same(document, current)
                    : equality.leavesAsItIs(operation, document, current);
        }

        private List<FieldDifference> differences(RawBsonDocument current) {
            BsonDocument actual = current.decode(CODEC);
            if (operation.updates()) {
                return filter.update(operation, document).getDocument("$set").entrySet().stream()
                        .flatMap(field -> FieldDifference.of(
                                field.getKey(),
                                field.getValue(),
                                MatchFilter.valueAt(actual, field.getKey()),
                                ignored::contains)
                                .stream())
                        .toList();
            }
            if (!document.containsKey(ID)) {
                actual.remove(ID);
            }
            return FieldDifference.between(document.decode(CODEC), actual, ignored::contains);
        }

        Judgement judgement() {
            if (changedMeanwhile) {
                return Judgement.CHANGED_MEANWHILE;
            }
            if (!found) {
                return operation == WriteOperation.DELETE && subject.after()
                        ? Judgement.EQUAL
                        : subject.allowsNone(operation) ? Judgement.UNMATCHED : Judgement.NEW;
            }
            if (operation == WriteOperation.DELETE) {
                return Judgement.DELETED;
            }
            return equal ? Judgement.EQUAL : Judgement.CHANGED;
        }

        Judged judged() {
            Judgement judgement = judgement();
            boolean isLocated = judgement.isDifference() || (judgement == Judgement.UNMATCHED && !subject.after());
            Difference difference = isLocated
                    ? new Difference(
                            judgement,
                            subject.hasNewId(operation) ? new BsonDocument() : filter.keys(document),
                            place(),
                            judgement == Judgement.CHANGED ? null : deleted == null ? document : deleted,
                            fields,
                            null)
                    : null;
            return new Judged(
                    subject.needsKeys() ? filter.key(document).fingerprint() : 0,
                    operation,
                    document,
                    judgement,
                    judgement == Judgement.CHANGED && subject.refusesOther(operation),
                    read,
                    difference);
        }

        private String place() {
            return subject.job().inputs().list().get(location.input()).name() + ":" + location.line();
        }
    }
}
