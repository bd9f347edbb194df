package dev.mongohaul.prove;

import com.mongodb.client.model.Filters;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.partition.RangePlan;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.writer.send.MatchFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Comparison of an input with its target, in as many partitions at a time as an import has. It writes nothing. */
final class Comparison<D> {

    private static final long SMALLEST_RANGE = 1 << 20;
    private static final int IDS_AT_ONCE = 1_000;
    private static final BsonDocument ID_ONLY = new BsonDocument("_id", new BsonInt32(1));

    private final Subject subject;
    private final Rendering<D> rendering;
    private final MongoConnection server;
    private final RetryBudget retries;
    private final ImportMonitor monitor;
    private final MatchFilter filter;
    private final Findings findings;
    private final AtomicBoolean failed = new AtomicBoolean();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong unreadableIds = new AtomicLong();

    private Comparison(
            Subject subject,
            Rendering<D> rendering,
            MongoConnection server,
            RetryBudget retries,
            ImportMonitor monitor,
            LaterImports later,
            int samples,
            Consumer<Difference> all) {
        this.subject = subject;
        this.rendering = rendering;
        this.server = server;
        this.retries = retries;
        this.monitor = monitor;
        this.filter = new MatchFilter(subject.job().write());
        this.findings = new Findings(subject, later, samples, all);
    }

    /**
     * Compares the whole input.
     *
     * @param monitor shows the progress, and can stop the comparison
     * @param later explain differences
     * @param samples most differences of each kind in the result
     * @param all receives every difference, of any thread
     */
    static ComparisonResult run(
            Subject subject,
            InputScan scan,
            MongoConnection server,
            RetryBudget retries,
            ImportMonitor monitor,
            LaterImports later,
            int samples,
            Consumer<Difference> all) {
        return new Comparison<>(subject, subject.job().rendering(), server, retries, monitor, later, samples, all)
                .run(scan);
    }

    private ComparisonResult run(InputScan scan) {
        monitor.expect(subject.job().inputBytes());
        monitor.enter(Phase.IMPORTING);
        compareAll(scan);
        findings.allRead();
        List<String> notes = new ArrayList<>();
        if (!monitor.stopRequested()) {
            monitor.enter(Phase.FINISHING);
            subject.others().ifPresent(scope -> findOthers(scope, notes));
        }
        return findings.result(notes, !monitor.stopRequested());
    }

    private void compareAll(InputScan scan) {
        ImportJob job = subject.job();
        List<ReadRange> ranges = RangePlan.of(
                job.inputs(),
                List.of(new ReadRange(0, job.inputs().endOffset(), 1)),
                scan.cuts(),
                job.gridSize(),
                SMALLEST_RANGE);
        ExecutorService pool = Executors.newFixedThreadPool(
                Math.max(1, Math.min(ranges.size(), job.gridSize())), new CustomizableThreadFactory("compare-"));
        try {
            List<Future<?>> ends = new ArrayList<>();
            ranges.forEach(range -> ends.add(pool.submit(() -> compare(range))));
            ends.forEach(this::result);
        } finally {
            pool.shutdownNow();
        }
    }

    private <T> T result(Future<T> end) {
        try {
            return end.get();
        } catch (InterruptedException e) {
            failed.set(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The comparison was interrupted", e);
        } catch (ExecutionException e) {
            failed.set(true);
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    private void compare(ReadRange range) {
        ExecutorService ahead = Executors.newSingleThreadExecutor(new CustomizableThreadFactory("read-next-"));
        try (MappedChunks<D> chunks = new MappedChunks<>(subject, rendering, range);
                TargetReader target = new TargetReader(server, subject.target())) {
            ChunkComparer<D> comparer =
                    new ChunkComparer<>(subject, rendering, target, retries, findings, unreadableIds);
            List<MappedItem<D>> chunk = chunks.next();
            while (!chunk.isEmpty() && !monitor.stopRequested() && !failed.get()) {
                Future<List<MappedItem<D>>> next = ahead.submit(chunks::next);
                try {
                    comparer.compare(chunk);
                    reached(chunk);
                } finally {
                    chunk = result(next);
                }
            }
            comparer.settle();
        } finally {
            ahead.shutdownNow();
        }
    }

    private void reached(List<MappedItem<D>> chunk) {
        long read = chunk.stream()
                .map(item -> item.source().location())
                .mapToLong(location -> location.nextOffset() - location.offset())
                .sum();
        long all = records.addAndGet(chunk.size());
        monitor.reached(bytes.addAndGet(read), new Counts(all, 0, 0, 0, 0));
    }

    /** Looks for documents that no record has. */
    private void findOthers(BsonDocument scope, List<String> notes) {
        if (unreadableIds.get() > 0) {
            notes.add(("%,d rejected records have no readable id, so that documents that the input lacks are kept; they"
                            + " were not looked for")
                    .formatted(unreadableIds.get()));
            return;
        }
        if (!findings.remembersAll()) {
            notes.add("The input has more keys than the memory holds: documents that it lacks were not looked for."
                    + " More memory helps (JAVA_OPTS=-Xmx4g)");
            return;
        }
        try (TargetReader target = new TargetReader(server, subject.target())) {
            List<BsonValue> unseen = new ArrayList<>();
            for (RawBsonDocument id : target.find(scope).projection(ID_ONLY)) {
                if (findings.lacks(filter.key(id).fingerprint())) {
                    unseen.add(id.get("_id"));
                }
                if (unseen.size() == IDS_AT_ONCE) {
                    readAgain(unseen, scope, target);
                }
                if (monitor.stopRequested()) {
                    return;
                }
            }
            readAgain(unseen, scope, target);
        }
    }

    /** Adds the documents that are still there and in scope, and forgets their ids. */
    private void readAgain(List<BsonValue> unseen, BsonDocument scope, TargetReader target) {
        target.catchUp();
        for (Bson ids : KeyQueries.byIds(unseen)) {
            target.find(Filters.and(ids, scope)).forEach(document -> {
                if (!isMarked(document)) {
                    BsonDocument key = new BsonDocument("_id", document.get("_id"));
                    findings.addOther(new Difference(Judgement.DELETED, key, null, document, List.of(), null));
                }
            });
        }
        unseen.clear();
    }

    private boolean isMarked(RawBsonDocument document) {
        return subject.mark()
                .filter(mark -> MatchFilter.valueAt(document, mark) != null)
                .isPresent();
    }
}
