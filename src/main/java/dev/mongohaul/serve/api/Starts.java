package dev.mongohaul.serve.api;

import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.background.BackgroundImport;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.server.ResponseStatusException;

/** Imports that programs start, and their stored progress. Thread-safe. */
final class Starts {

    private static final Logger LOG = LoggerFactory.getLogger(Starts.class);

    /** Time for a refusal to be the answer; a later one is found at the address of the start. */
    private static final Duration REFUSAL_WAIT = Duration.ofSeconds(2);

    private final StartStore store;
    private final ImportPlans plans;
    private final Map<StoredStart, BackgroundImport> underWay = new ConcurrentHashMap<>();

    Starts(RepositoryDatabase repository, ImportPlans plans, RetryBudget retries) {
        this.plans = plans;
        this.store = new StartStore(repository.database());
        retries.run("create the index of starts", store::createIndexes);
    }

    /**
     * Starts an import, unless a request with the same key has started it. A refused request that started nothing leaves its
     * key to any other request.
     *
     * @param key names the request, so that it can be sent again; null if the request has none
     * @param request all that determines the import, as text
     * @param launch gets the id of the start, which belongs to the plans of its imports
     * @throws RuntimeException the refusal of the launch
     */
    StartReport start(String job, @Nullable String key, String request, Function<String, BackgroundImport> launch) {
        StoredStart wanted = new StoredStart(
                key == null ? UUID.randomUUID().toString() : DigestUtils.sha256Hex(key),
                job,
                DigestUtils.sha256Hex(request),
                UUID.randomUUID().toString(),
                StartState.RUNNING,
                null,
                null,
                Instant.now(),
                null);
        if (store.begin(wanted)) {
            launch(wanted, launch);
        } else if (takesOver(wanted)) {
            OptionalLong ended = ended(wanted);
            if (ended.isPresent()) {
                store.save(wanted, StartState.ENDED, ended.getAsLong(), null);
            } else {
                launch(wanted, launch);
            }
        }
        StoredStart stored = store.find(wanted.id()).orElse(wanted);
        if (!stored.body().equals(wanted.body())) {
            throw new ResponseStatusException(
                    HttpStatus.UNPROCESSABLE_CONTENT,
                    "The Idempotency-Key was used with another request, at %s. Give each import a key of its own"
                            .formatted(stored.at()));
        }
        return StartReport.of(stored);
    }

    private boolean takesOver(StoredStart wanted) {
        return store.find(wanted.id())
                .filter(before -> before.body().equals(wanted.body()) || startedNothing(before))
                .filter(before -> store.takeOver(wanted, before))
                .isPresent();
    }

    /** Files that are imported one by one may be imported although another one was refused. */
    private boolean startedNothing(StoredStart start) {
        return start.state() == StartState.REFUSED
                && plans.findByStart(start.job(), start.id()).isEmpty();
    }

    /**
     * Returns the number of the import of a start that has ended, although its process could not save it. Of files that are
     * imported one by one, others may be left.
     */
    private OptionalLong ended(StoredStart start) {
        return plans.findByStart(start.job(), start.id()).stream()
                .filter(plan ->
                        plan.state() != ImportState.UNFINISHED && plan.request().alone() == null)
                .mapToLong(ImportPlan::importNumber)
                .filter(number -> number > 0)
                .findFirst();
    }

    private void launch(StoredStart start, Function<String, BackgroundImport> launch) {
        BackgroundImport begun;
        try {
            begun = launch.apply(start.id());
        } catch (RuntimeException e) {
            store.save(start, StartState.REFUSED, null, Refusal.of(e).message());
            throw e;
        }
        underWay.put(start, begun);
        try {
            begun.awaitBegin(REFUSAL_WAIT);
        } finally {
            save(start, begun);
        }
    }

    /** Returns a start, with its present state if its import runs here. */
    Optional<StartReport> find(String id) {
        underWay.forEach((start, begun) -> {
            if (start.id().equals(id)) {
                save(start, begun);
            }
        });
        return store.find(id).map(StartReport::of);
    }

    /** Saves how far the imports are, and which have ended. A failure is logged, and the next attempt follows. */
    @Scheduled(fixedDelay = 2, timeUnit = TimeUnit.SECONDS)
    void save() {
        try {
            underWay.forEach(this::save);
        } catch (RuntimeException e) {
            LOG.atLevel(plans.retries().level(e))
                    .log(
                            "The progress of imports that programs started could not be saved: {}",
                            TransientServerException.problem(e));
        }
    }

    private void save(StoredStart start, BackgroundImport begun) {
        Optional<Refusal> refusal = begun.refusal();
        boolean over = refusal.isPresent() || !begun.isUnderWay();
        OptionalLong number = begun.number();
        store.save(
                start,
                state(over, begun),
                number.isPresent() ? (Long) number.getAsLong() : null,
                begun.nothing()
                        .or(begun::left)
                        .or(() -> refusal.map(Refusal::message))
                        .orElse(null));
        if (over) {
            underWay.remove(start);
        }
    }

    private static StartState state(boolean over, BackgroundImport begun) {
        if (!over) {
            return StartState.RUNNING;
        }
        if (begun.nothing().isPresent()) {
            return StartState.NOTHING;
        }
        return begun.refusal().isPresent() && begun.number().isEmpty() ? StartState.REFUSED : StartState.ENDED;
    }
}
