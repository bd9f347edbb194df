package dev.mongohaul.faults.trial;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import dev.mongohaul.TestSize;
import dev.mongohaul.faults.input.Input;
import dev.mongohaul.faults.input.RowKind;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.oracle.Violation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Subject that inserts, and whose documents replace the target at once. Readers look at the target all the time: they must
 * find all former documents or all new ones.
 */
public final class Swapped implements Subject {

    private static final Logger LOG = LoggerFactory.getLogger(Swapped.class);
    private static final Document FOREIGN = new Document("foreign", true);
    private static final int READERS = 2;
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long COUNT_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    /** In a nightly run, the readers take all the time of a processor that others leave. */
    private static final long PAUSE_NANOS = TestSize.isNightly() ? 0 : TimeUnit.MILLISECONDS.toNanos(2);

    /** The kinds that do not depend on documents of others. */
    private static final Set<RowKind> REJECTS = Set.of(RowKind.MALFORMED, RowKind.UNMAPPABLE, RowKind.INVALID);

    private final OneOperation subject;
    private final List<Violation> read = new CopyOnWriteArrayList<>();
    private final AtomicLong reads = new AtomicLong();
    private final long begun = System.nanoTime();
    private volatile boolean done;
    private long readsPerSecond;

    private Swapped(OneOperation subject) {
        this.subject = subject;
    }

    /** Returns the subject that inserts the input of another one. */
    public static Swapped of(OneOperation drawn) {
        Input input = drawn.input();
        Set<RowKind> rejects = input.rejects().isEmpty() ? Set.of() : REJECTS;
        Input possible = new Input(input.seed(), input.rows(), rejects, input.lineEnd());
        return new Swapped(new OneOperation(possible, drawn.idFromColumn(), false, false));
    }

    @Override
    public int rows() {
        return subject.rows();
    }

    @Override
    public boolean changes() {
        return false;
    }

    @Override
    public void writeInput(Path file) {
        subject.writeInput(file);
    }

    @Override
    public String jobFile() {
        return subject.jobFile().replace("operation: insert", "operation: swap");
    }

    @Override
    public void makeTarget(MongoDatabase database) {
        subject.makeTarget(database);
        for (int number = 0; number < READERS; number++) {
            Thread reader = new Thread(() -> read(database.getCollection("target")), "reader-" + number);
            reader.setDaemon(true);
            reader.start();
        }
    }

    /** Reads until the result is checked, or wrong. */
    private void read(MongoCollection<Document> target) {
        long counted = System.nanoTime();
        while (!done && read.isEmpty()) {
            boolean counts = System.nanoTime() - counted > COUNT_NANOS;
            counted = counts ? System.nanoTime() : counted;
            readOnce(target, counts);
            reads.incrementAndGet();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void readOnce(MongoCollection<Document> target, boolean counts) {
        try {
            if (target.find().first() == null) {
                wrong("no document");
            } else if (counts) {
                count(target);
            }
        } catch (MongoException e) {
            LOG.debug("The server is killed, or the collection is dropped while it is read", e);
        }
    }

    private void count(MongoCollection<Document> target) {
        long former = 0;
        long others = 0;
        for (Document group :
                target.aggregate(List.of(Aggregates.group("$foreign", Accumulators.sum("documents", 1))))) {
            long documents = group.getInteger("documents");
            former += group.get("_id") == null ? 0 : documents;
            others += group.get("_id") == null ? documents : 0;
        }
        long expected = rows() - subject.input().rejected().count();
        boolean before = former == Input.TAKEN_CODES && others == 0;
        boolean after = former == 0 && others == expected;
        if (!before && !after) {
            wrong("%d former and %d of %d new documents".formatted(former, others, expected));
        }
    }

    private void wrong(String what) {
        if (!done) {
            read.add(new Violation(Invariant.NOTHING_LOST, "a reader found " + what));
        }
    }

    @Override
    public boolean hasRejects() {
        return subject.hasRejects();
    }

    /** Adds the former documents, which the import must have replaced, and the check expects. */
    @Override
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        if (!done) {
            readsPerSecond = Math.round(reads.get() * NANOS / (System.nanoTime() - begun));
        }
        done = true;
        List<Document> all = new ArrayList<>(Collections.nCopies(Input.TAKEN_CODES, FOREIGN));
        documents.forEach(all::add);
        List<Violation> violations = new ArrayList<>(read);
        violations.addAll(subject.check(all, rejects, name, figures));
        return violations;
    }

    @Override
    public String toString() {
        return "%s swap %d reads/s".formatted(subject, readsPerSecond);
    }
}
