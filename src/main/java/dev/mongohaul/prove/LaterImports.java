package dev.mongohaul.prove;

import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.infer.column.LongSet;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.writer.send.MatchFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * Later imports and undos of a target, which explain differences of the keys in their inputs. The inputs are read when the first
 * difference is found. Not thread-safe.
 */
final class LaterImports {

    /** Inputs that are read, those of the last imports. */
    private static final int MOST_READ = 10;

    /** Bytes of heap for each key while the table of a set grows. */
    private static final int HEAP_PER_KEY = 64;

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final List<ImportPlan> lastFirst;
    private final MatchFilter filter;
    private final Function<ImportPlan, Subject> subjects;
    private final ImportMonitor monitor;
    private final List<Known> known = new ArrayList<>();
    private final Map<Long, String> unknown = new TreeMap<>();
    private long room = Runtime.getRuntime().maxMemory() / HEAP_PER_KEY;
    private boolean read;

    /**
     * @param filter of the documents that are compared
     * @param subjects returns the input of an import, or of the import that an undo takes back; it fails if that cannot be read
     * @param monitor can stop the reading
     */
    LaterImports(
            List<ImportPlan> lastFirst,
            MatchFilter filter,
            Function<ImportPlan, Subject> subjects,
            ImportMonitor monitor) {
        this.lastFirst = List.copyOf(lastFirst);
        this.filter = filter;
        this.subjects = subjects;
        this.monitor = monitor;
    }

    /** Returns no imports, of a comparison before an import. */
    static LaterImports none(MatchFilter filter, ImportMonitor monitor) {
        return new LaterImports(
                List.of(),
                filter,
                plan -> {
                    throw new IllegalStateException("There is no later import");
                },
                monitor);
    }

    /**
     * Keys of an input.
     *
     * @param removes scope of the documents that the import removes unless its input has them; null if it removes none
     */
    private record Known(
            long number,
            boolean undo,
            LongSet keys,
            @Nullable BsonDocument removes) {

        boolean explains(Difference difference, long key) {
            if (removes == null) {
                return keys.contains(key);
            }
            boolean removed = difference.kind() == Judgement.NEW
                    && !keys.contains(key)
                    && difference.document() != null
                    && removes.entrySet().stream()
                            .allMatch(field -> field.getValue()
                                    .equals(MatchFilter.valueAt(difference.document(), field.getKey())));
            return removed || (keys.contains(key) && difference.kind() != Judgement.NEW) || undo;
        }
    }

    /** Returns a difference with the last import that explains it, or as it is. */
    Difference explained(Difference difference) {
        if (lastFirst.isEmpty()) {
            return difference;
        }
        if (!read) {
            read = true;
            lastFirst.forEach(this::read);
        }
        long key = filter.key(new RawBsonDocument(difference.key(), CODEC)).fingerprint();
        return known.stream()
                .filter(later -> later.explains(difference, key))
                .findFirst()
                .map(later -> difference.explainedBy(later.number))
                .orElse(difference);
    }

    /** Returns why the inputs of later imports are not known, by their numbers. */
    Map<Long, String> unknown() {
        return unknown;
    }

    private void read(ImportPlan plan) {
        try {
            if (known.size() == MOST_READ) {
                throw new RunRefusedException("only the inputs of the last %d imports are read".formatted(MOST_READ));
            }
            Subject subject = subjects.apply(plan);
            known.add(new Known(
                    plan.importNumber(),
                    plan.identity().isUndo(),
                    keys(subject, subject.job().rendering()),
                    subject.others().orElse(null)));
        } catch (RuntimeException e) {
            if (ServerStates.isServerState(e)) {
                throw e;
            }
            unknown.put(plan.importNumber(), Refusal.of(e).message());
        }
    }

    private <D> LongSet keys(Subject subject, Rendering<D> rendering) {
        LongSet keys = new LongSet();
        ReadRange whole = new ReadRange(0, subject.job().inputs().endOffset(), 1);
        try (MappedChunks<D> chunks = new MappedChunks<>(subject, rendering, whole)) {
            List<MappedItem<D>> chunk = chunks.next();
            while (!chunk.isEmpty() && !monitor.stopRequested()) {
                for (MappedItem<D> item : chunk) {
                    if (item instanceof MappedDocument<D> document
                            && !subject.rejected()
                                    .contains(item.source().location().offset())
                            && keys.add(filter.key(rendering.encode(document.content()))
                                    .fingerprint())
                            && --room < 0) {
                        throw new RunRefusedException("the memory does not hold the keys of its input");
                    }
                }
                chunk = chunks.next();
            }
        }
        return keys;
    }
}
