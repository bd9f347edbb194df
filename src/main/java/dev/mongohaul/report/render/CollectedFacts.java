package dev.mongohaul.report.render;

import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.plan.PhaseResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects facts, without those that are null or empty. */
final class CollectedFacts {

    private final List<Fact> facts = new ArrayList<>();

    CollectedFacts and(String name, @Nullable String text) {
        if (text != null && !text.isEmpty()) {
            facts.add(new Fact(name, text));
        }
        return this;
    }

    CollectedFacts and(List<PhaseResult> results) {
        results.forEach(result -> and(result.participle(), Words.result(result)));
        return this;
    }

    List<Fact> list() {
        return facts;
    }
}
