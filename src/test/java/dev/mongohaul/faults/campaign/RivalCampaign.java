package dev.mongohaul.faults.campaign;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertManyOptions;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.input.Input;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.process.Importer;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.OneOperation;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Trial;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.bson.Document;

/**
 * Another program adds documents with the keys of an import while it runs: a client that inserts older documents, or the
 * same import with another JobRepository. All documents are those of the input afterwards: what the other one added before is
 * replaced, and what it adds later is refused.
 */
final class RivalCampaign implements Campaign {

    private static final int ROWS = 50_000;
    private static final int LARGEST_BATCH = 50;
    private static final InsertManyOptions UNORDERED = new InsertManyOptions().ordered(false);

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Input input = new Input(draw.seed(), context.rowsOr(ROWS), Set.of(), "\n");
        OneOperation subject = OneOperation.adding(draw, input);
        Settings settings = Settings.draw(draw, subject, Settings.FAST);
        try (Trial trial = context.trial(subject)) {
            if (draw.chance(0.5)) {
                client(trial, subject, settings, draw);
            } else {
                program(trial, subject, settings, draw, context);
            }
            return Outcome.of(trial, settings);
        }
    }

    /** Inserts older documents, from the end of the input or anywhere, until the import ends. */
    private static void client(Trial trial, OneOperation subject, Settings settings, Draw draw) {
        boolean backwards = draw.chance(0.5);
        Launched launched = trial.launch(settings);
        MongoCollection<Document> target = trial.database().getCollection("target");
        Waiting.until(launched, Trial.LIMIT, trial::hasBegun);
        CompletableFuture<Integer> rival = CompletableFuture.supplyAsync(() -> {
            int added = 0;
            int end = subject.rows();
            while (launched.process().isAlive()) {
                int size = draw.between(1, LARGEST_BATCH);
                end = end <= size ? subject.rows() : end - size;
                int from = backwards ? end - 1 : draw.below(subject.rows());
                added += insert(
                        target,
                        IntStream.range(from, Math.min(from + size, subject.rows()))
                                .mapToObj(subject::older)
                                .toList());
            }
            return added;
        });
        boolean completed = trial.completes(launched);
        trial.fault("client added %d documents%s".formatted(rival.join(), backwards ? " backwards" : ""));
        requireCompleted(trial, launched, completed);
    }

    private static int insert(MongoCollection<Document> target, List<Document> documents) {
        try {
            return target.insertMany(documents, UNORDERED).getInsertedIds().size();
        } catch (MongoBulkWriteException refused) {
            return refused.getWriteResult().getInsertedCount();
        }
    }

    private static void program(Trial trial, OneOperation subject, Settings settings, Draw draw, RunContext context) {
        String repository = context.server().uri(trial.name() + "-rival");
        Importer other = trial.importer().with(Map.of("MONGOHAUL_REPOSITORY_URI", repository));
        Launched launched = trial.launch(settings);
        Waiting.pause(Duration.ofMillis(draw.below(1000)));
        Launched rival = trial.launchWith(other, Settings.draw(draw, subject, Settings.FAST));
        int exit = trial.awaitEnd(rival, Trial.LIMIT);
        requireCompleted(trial, rival, exit == 0);
        requireCompleted(trial, launched, trial.completes(launched));
        Launched report = other.start(List.of(), List.of("report", "1", "--format=json"));
        report.await(Trial.LIMIT);
        Figures.Counted counted = Figures.parse(report.printed()).total();
        if (counted.read() != subject.rows() || counted.written() + counted.unchanged() != subject.rows()) {
            trial.violated(Invariant.HONEST_COUNTS, "the other program reports " + counted);
        }
        trial.fault("program, unchanged %d".formatted(counted.unchanged()));
        context.server().database(trial.name() + "-rival").drop();
    }

    private static void requireCompleted(Trial trial, Launched launched, boolean completed) {
        if (!completed) {
            trial.violated(
                    Invariant.RIDDEN_THROUGH,
                    "exit code %d: %s".formatted(launched.process().exitValue(), launched.lastOutput()));
        }
    }
}
