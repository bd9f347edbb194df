package dev.mongohaul.faults.campaign;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.Crew;
import dev.mongohaul.faults.trial.Crew.Worker;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/**
 * A worker of an import is killed, frozen or cut off from the broker while others are idle. The log has the time until an
 * idle worker has claimed each of its partitions. All times are those of users.
 */
final class TakeoverCampaign implements Campaign {

    private static final int ROWS = 400_000;
    private static final int WORKERS = 4;
    private static final int THREADS = 4;
    private static final Duration LONGEST = Duration.ofSeconds(90);

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Settings settings = new Settings(draw.oneOf("direct", "raw"), 2, 20);
        try (Trial trial = context.trial(context.subject(draw, ROWS, false));
                Crew crew = new Crew(trial, WORKERS, THREADS, List.of(Crew.WORKERS_ONLY))) {
            Launched manager = crew.launch(settings);
            MongoCollection<Document> partitions = trial.database().getCollection("mongohaul_partitions");
            Waiting.until(manager, Trial.LIMIT, () -> trial.progress().fraction() > 0);
            String kind = draw.oneOf("killed", "killed", "killed", "frozen", "cut off");
            Waiting.pause(Duration.ofMillis(draw.below(1500)));
            Map<Object, String> owned = new HashMap<>();
            for (Worker worker : crew.workers()) {
                if (owned.isEmpty() && take(worker, partitions, owned)) {
                    hit(worker, kind);
                    measure(trial, kind, partitions, owned, worker);
                    worker.process().signal("CONT");
                    worker.relay().thaw();
                }
            }
            trial.completes(manager);
            return Outcome.of(trial, settings);
        }
    }

    /** Notes the tokens of the worker's partitions; returns whether it has any. */
    private static boolean take(Worker worker, MongoCollection<Document> partitions, Map<Object, String> owned) {
        partitions
                .find(Filters.and(
                        Filters.regex("worker", "\\b" + worker.process().pid() + "\\b"),
                        Filters.ne("token", null),
                        Filters.eq("progress.finished", false)))
                .forEach(partition -> owned.put(partition.get("_id"), partition.getString("token")));
        return !owned.isEmpty();
    }

    private static void hit(Worker worker, String kind) {
        switch (kind) {
            case "killed" -> worker.process().kill();
            case "frozen" -> worker.process().signal("STOP");
            default -> worker.relay().freeze();
        }
    }

    private static void measure(
            Trial trial, String kind, MongoCollection<Document> partitions, Map<Object, String> owned, Worker worker) {
        long begun = System.nanoTime();
        List<Object> open = new ArrayList<>(owned.keySet());
        while (!open.isEmpty()) {
            Duration passed = Duration.ofNanos(System.nanoTime() - begun);
            open.removeIf(id -> {
                Document partition = partitions.find(Filters.eq(id)).first();
                String token = partition == null ? null : partition.getString("token");
                boolean finished = partition != null
                        && partition.get("progress", Document.class).getBoolean("finished");
                boolean moved = token != null && !token.equals(owned.get(id));
                if (moved) {
                    trial.fault("%s, taken over after %.2f s".formatted(kind, passed.toMillis() / 1000.0));
                }
                return moved || finished;
            });
            if (passed.compareTo(LONGEST) > 0) {
                trial.violated(
                        Invariant.BOUNDED,
                        "partitions of worker %d were not taken over: %s"
                                .formatted(worker.process().pid(), open));
                return;
            }
            Waiting.pause(Duration.ofMillis(10));
        }
    }
}
