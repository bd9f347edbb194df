package dev.mongohaul.prove;

import dev.mongohaul.infer.column.LongSet;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Findings of a comparison: counts, the first differences of each kind, and all of them for a file. The last of several records
 * with one key counts, or the first of those that are added unless their key is there. Thread-safe.
 *
 * <p>Memory is bounded: keys beyond a share of the heap are not remembered, and the oldest of many differences are passed on
 * before the end. A later record with the same key then counts once more.
 */
final class Findings {

    /** Differences that wait for another record with their key. */
    private static final int MOST_WAITING = 100_000;

    private static final int MOST_FIELDS = 1_000;

    /** Bytes of heap for each key while the table of the set grows. */
    private static final int HEAP_PER_KEY = 64;

    private final Subject subject;
    private final MatchFilter filter;
    private final int mostSamples;
    private final Consumer<Difference> all;
    private final LaterImports later;
    private final @Nullable LongSet keys;
    private final LongSet kept = new LongSet();
    private final Map<Long, DocumentsDigest> keptDigests = new HashMap<>();
    private final Map<Long, Long> explained = new TreeMap<>();
    private final long mostKeys = Runtime.getRuntime().maxMemory() / HEAP_PER_KEY;
    private final LinkedHashMap<Long, Judged> waiting = new LinkedHashMap<>();
    private final Map<Judgement, Long> counts = new EnumMap<>(Judgement.class);
    private final Map<String, Long> fields = new LinkedHashMap<>();
    private final Map<Judgement, List<Difference>> samples = new EnumMap<>(Judgement.class);
    private long keyCount;
    private boolean passedOn;
    private DocumentsDigest digest = DocumentsDigest.NONE;

    /**
     * @param later explain differences
     * @param mostSamples of each kind
     * @param all receives every difference
     */
    Findings(Subject subject, LaterImports later, int mostSamples, Consumer<Difference> all) {
        this.subject = subject;
        this.filter = new MatchFilter(subject.job().write());
        this.mostSamples = mostSamples;
        this.all = all;
        this.later = later;
        this.keys = subject.needsKeys() ? new LongSet() : null;
    }

    synchronized void count(Judgement judgement, long number) {
        if (number != 0) {
            counts.merge(judgement, number, Long::sum);
        }
    }

    /** Remembers the key of a rejected record, whose document is not removed. */
    synchronized void keep(long key) {
        kept.add(key);
        keyCount++;
    }

    /** Adds the document of a rejected record to the digest, unless another record has the key. */
    synchronized void keep(long key, DocumentsDigest document) {
        keptDigests.put(key, document);
    }

    /** Remembers the key of a record; returns false if an earlier one has it. */
    private boolean remember(long key) {
        if (keys == null || keyCount >= mostKeys) {
            return keys == null || !keys.contains(key);
        }
        boolean added = keys.add(key);
        keyCount += added ? 1 : 0;
        return added;
    }

    /** Returns whether no record has the key. */
    synchronized boolean lacks(long key) {
        return keys != null && !keys.contains(key) && !kept.contains(key);
    }

    /** Returns whether all keys are remembered. */
    synchronized boolean remembersAll() {
        return keys != null && keyCount < mostKeys;
    }

    /** Adds the judgements of a chunk, in the order of its records. */
    synchronized void addAll(List<Judged> chunk) {
        chunk.forEach(this::add);
    }

    private void add(Judged judged) {
        if (remember(judged.key())) {
            digest = digest.plus(judged.read());
            settle(judged.refused() ? judged.rejected() : judged);
            return;
        }
        Judged earlier = waiting.remove(judged.key());
        boolean firstCounts = !subject.after() || judged.operation() == WriteOperation.ADD;
        if (firstCounts && judged.repeats(earlier)) {
            if (judged.repeatsSame(earlier)) {
                count(Judgement.REPEATED, 1);
            } else {
                pass(Judgement.REJECTED, judged.rejected().difference());
            }
            if (earlier != null) {
                waiting.put(judged.key(), earlier);
            }
            return;
        }
        count(
                earlier != null && earlier.judgement() == Judgement.REJECTED ? Judgement.REJECTED : Judgement.REPEATED,
                1);
        if (earlier == null && !passedOn) {
            count(Judgement.EQUAL, -1);
        }
        settle(judged.after(earlier, subject, filter));
    }

    private void settle(Judged judged) {
        if (keys == null || judged.judgement() == Judgement.EQUAL) {
            pass(judged.judgement(), judged.difference());
            return;
        }
        waiting.put(judged.key(), judged);
        if (waiting.size() > MOST_WAITING) {
            passedOn = true;
            Iterator<Judged> oldestFirst = waiting.values().iterator();
            Judged oldest = oldestFirst.next();
            oldestFirst.remove();
            pass(oldest.judgement(), oldest.difference());
        }
    }

    /** Adds a document that no record has. */
    synchronized void addOther(Difference difference) {
        pass(difference.kind(), difference);
    }

    private void pass(Judgement judgement, @Nullable Difference found) {
        Difference difference = found == null ? null : later.explained(found);
        if (difference == null) {
            count(judgement, 1);
            return;
        }
        Long number = difference.explainedBy();
        if (number != null) {
            explained.merge(number, 1L, Long::sum);
        }
        Judgement kind = number == null ? judgement : Judgement.EXPLAINED;
        count(kind, 1);
        difference.fields().stream()
                .map(FieldDifference::path)
                .filter(path -> judgement.isDifference())
                .filter(path -> fields.size() < MOST_FIELDS || fields.containsKey(path))
                .forEach(path -> fields.merge(path, 1L, Long::sum));
        List<Difference> ofKind = samples.computeIfAbsent(kind, each -> new ArrayList<>());
        if (ofKind.size() < mostSamples) {
            ofKind.add(difference);
        }
        all.accept(difference);
    }

    /** Passes on what waits for later records, after the last one. */
    synchronized void allRead() {
        waiting.values().forEach(judged -> pass(judged.judgement(), judged.difference()));
        waiting.clear();
    }

    /**
     * Returns the result.
     *
     * @param notes about what could not be compared
     */
    synchronized ComparisonResult result(List<String> notes, boolean whole) {
        DocumentsDigest read = digest;
        for (Map.Entry<Long, DocumentsDigest> document : keptDigests.entrySet()) {
            if (keys != null && !keys.contains(document.getKey())) {
                read = read.plus(document.getValue());
            }
        }
        boolean isWhole = subject.digested() && whole && (keys == null || remembersAll());
        return new ComparisonResult(counts, explained, fields, samples, notes, whole, isWhole ? read : null);
    }
}
