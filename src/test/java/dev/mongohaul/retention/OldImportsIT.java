package dev.mongohaul.retention;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Random;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OldImportsIT {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int IMPORTS = 2 * OldImports.PAGE + 50;
    private static final int SECONDS = 300;

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("old"));
    private final OldImports imports = new OldImports(database, RetryBudget.NONE);

    /** A plan, as far as its age is concerned. */
    private record Plan(String key, String job, String target, String state, int created) {

        Document document() {
            return new Document("_id", key)
                    .append("identity", new Document("job", job).append("target", target))
                    .append("state", state)
                    .append("created", Date.from(START.plusSeconds(created)))
                    .append("inputs", List.of(new Document("path", "/in/" + key)));
        }
    }

    @AfterEach
    void drop() {
        database.drop();
    }

    /** Many of the same second, so that pages end between equals. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 20261120})
    void importsBeforeTheLastCompletedOneOfTheirTargetAreOld(long seed) {
        List<Plan> plans = plans(new Random(seed));
        save(plans);
        int before = SECONDS * 3 / 4;

        List<String> found = new ArrayList<>();
        imports.forEach("job", START.plusSeconds(before), page -> page.forEach(old -> found.add(old.key())));

        assertThat(found)
                .as("seed %d", seed)
                .containsExactlyElementsOf(plans.stream()
                        .filter(plan -> plan.job().equals("job") && plan.created() < before)
                        .filter(plan -> !plan.state().equals("UNFINISHED"))
                        .filter(plan -> plan.created() < lastCompleted(plans, plan.target()))
                        .sorted(Comparator.comparingInt(Plan::created).thenComparing(Plan::key))
                        .map(Plan::key)
                        .toList());
        assertThat(found).hasSizeGreaterThan(OldImports.PAGE / 2);
    }

    @Test
    void abandonedImportsOfATargetWithoutCompletedOnesAreOld() {
        save(List.of(
                new Plan("a", "job", "t", "ABANDONED", 0),
                new Plan("b", "job", "t", "UNFINISHED", 1),
                new Plan("c", "other", "t", "COMPLETED", 2)));

        List<String> found = new ArrayList<>();
        imports.forEach("job", START.plusSeconds(100), page -> page.forEach(old -> found.add(old.key())));

        assertThat(found).containsExactly("a");
        assertThat(imports.jobs()).containsExactly("job", "other");
        assertThat(imports.unfinishedInputs()).containsExactly("/in/b");
    }

    private static int lastCompleted(List<Plan> plans, String target) {
        return plans.stream()
                .filter(plan -> plan.job().equals("job") && plan.target().equals(target))
                .filter(plan -> plan.state().equals("COMPLETED"))
                .mapToInt(Plan::created)
                .max()
                .orElse(Integer.MAX_VALUE);
    }

    private static List<Plan> plans(Random random) {
        List<Plan> plans = new ArrayList<>();
        for (int number = 0; number < IMPORTS; number++) {
            plans.add(new Plan(
                    "key-" + number,
                    random.nextInt(10) == 0 ? "other" : "job",
                    "db.c" + random.nextInt(3),
                    List.of("COMPLETED", "COMPLETED", "ABANDONED", "UNFINISHED").get(random.nextInt(4)),
                    random.nextInt(SECONDS / 10) * 10));
        }
        return plans;
    }

    private void save(List<Plan> plans) {
        database.getCollection("mongohaul_imports")
                .insertMany(plans.stream().map(Plan::document).toList());
    }
}
