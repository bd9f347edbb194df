package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.InvalidSettingsException;
import dev.mongohaul.job.file.JobFileProblem;
import dev.mongohaul.job.file.yaml.Broken;
import dev.mongohaul.job.file.yaml.Mapping;
import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where in a job file the reader is, and what it found wrong so far.
 *
 * @param key the names that lead here
 * @param problems shared by the whole reading
 */
public record Reading(List<String> key, List<JobFileProblem> problems) {

    public Reading {
        key = List.copyOf(key);
    }

    public Reading at(String name) {
        return new Reading(append(key, List.of(name)), problems);
    }

    /** Tells that a node is not what is allowed, unless it was told to be broken before. */
    public void isNot(Node node, String allowed) {
        if (!(node instanceof Broken)) {
            tell(node.place(), node.shown() + " is not " + allowed);
        }
    }

    public void tell(Place place, String message) {
        problems.add(JobFileProblem.of(place, key, message));
    }

    /**
     * Makes a value that has rules of its own.
     *
     * @return null where the rules refuse it, each of them told
     */
    public <T> @Nullable T made(Node node, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (InvalidSettingsException e) {
            e.violations()
                    .forEach(violation -> problems.add(JobFileProblem.of(
                            node instanceof Mapping mapping ? mapping.placeOf(violation.key()) : node.place(),
                            append(key, violation.key()),
                            violation.message())));
            return null;
        }
    }

    private static List<String> append(List<String> key, List<String> names) {
        List<String> longer = new ArrayList<>(key);
        longer.addAll(names);
        return longer;
    }
}
