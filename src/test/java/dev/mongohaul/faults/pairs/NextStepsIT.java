package dev.mongohaul.faults.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.mongo.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Next steps that messages, summaries, reports, pages, notifications and the API name: each does what its sentence says. */
class NextStepsIT {

    private static final String DATABASE = TestServer.database("nextsteps");

    @TempDir
    private static Path folder;

    private static Stage stage;

    @BeforeAll
    static void start() {
        stage = new Stage(folder, DATABASE);
    }

    @AfterAll
    static void stop() {
        stage.close();
        TestServer.client().getDatabase(DATABASE).drop();
    }

    @Test
    void nextStepsDoWhatTheySay() {
        String one = System.getProperty("pairs.case");
        List<Case> all = one == null ? Case.covering(2, PairsIT.SEED) : List.of(Case.parse(one));
        int step = one == null ? TestSize.of("nextsteps.step", 100, 1) : 1;
        int first = Integer.getInteger("nextsteps.first", 0);
        Set<String> tried = new HashSet<>();
        Map<String, Integer> places = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        for (int number = first; number < all.size(); number += step) {
            Case each = all.get(number);
            Play whole = new Play(each, stage, "s" + number);
            List<NextStep> named = whole.open(true);
            whole.end();
            for (int at = 0; at < named.size(); at++) {
                NextStep next = named.get(at);
                if (tried.add(each.ending() + " " + next.template(whole.name()))) {
                    places.merge(next.place(), 1, Integer::sum);
                    again(each, next, whole.name(), "s%dx%d".formatted(number, at))
                            .ifPresent(problem -> problems.add(each + ": " + problem));
                }
            }
        }
        System.out.println("next steps by place: " + places);
        assertThat(problems).as("next steps that do not do what they say").isEmpty();
    }

    /** Plays the case once more, up to the step, and does the step. */
    private static Optional<String> again(Case each, NextStep wanted, String formerName, String name) {
        Play play = new Play(each, stage, name);
        try {
            return play.open(wanted.later()).stream()
                    .filter(step -> step.isLike(wanted, name, formerName))
                    .findFirst()
                    .map(play::problem)
                    .orElse(Optional.of("is not named again: " + wanted));
        } finally {
            play.end();
        }
    }
}
