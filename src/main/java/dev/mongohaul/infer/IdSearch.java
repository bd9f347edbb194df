package dev.mongohaul.infer;

import dev.mongohaul.infer.KeyRuns.Tried;
import dev.mongohaul.mapping.type.FieldSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds columns whose values are never blank and never the same twice, for {@code _id}.
 *
 * <p>One column will do that is called or placed like a key, even if very few records repeat it; else two whose values are
 * unique together, and not by mere chance. Several that are unique together are mentioned.
 */
public final class IdSearch {

    private static final int MOST_NAMED = 6;

    /** One record in this number may repeat an id by a fault of the input. */
    private static final int ONE_REPEATED_IN = 500;

    /** Of fewer records, one that repeats an id is no exception. */
    private static final int FEWEST_RECORDS = 20;

    private final KeyRuns runs;

    /**
     * A search in a sample.
     *
     * @param guess how its bytes are records
     * @param header whether the first record of an input names the columns
     * @param leftOut where records begin that are none
     */
    public IdSearch(Sample sample, DialectGuess guess, boolean header, Set<Long> leftOut) {
        this.runs = new KeyRuns(sample, guess, header, leftOut, KeySearch.MOST_VALUES);
    }

    /** Looks at the sample once, or twice. */
    public IdGuess search(List<String> names, List<FieldSpec> fields) throws IOException {
        List<KeyColumn> columns = IntStream.range(0, names.size())
                .mapToObj(index -> new KeyColumn(index, names.get(index), fields.get(index)))
                .filter(KeyColumn::canBeKey)
                .sorted(Comparator.comparingInt(IdSearch::rank).thenComparingInt(KeyColumn::index))
                .toList();
        List<KeyTrial> trials = columns.stream()
                .map(column -> new KeyTrial(List.of(column), rank(column) < 2))
                .toList();
        Tried tried = runs.run(columns, trials);
        List<KeyTrial> unique = trials.stream().filter(KeyTrial::isUnique).toList();
        if (!unique.isEmpty() && isLikeKey(unique.get(0).columns().get(0))) {
            return found(unique, tried.uniqueness());
        }
        Optional<KeyTrial> nearly = trials.stream()
                .filter(trial -> isNearlyUnique(trial, tried.records()))
                .findFirst();
        if (nearly.isPresent()) {
            return new IdGuess(names(nearly.get()), nearlyUnique(nearly.get(), tried));
        }
        return several(columns, trials, unique);
    }

    private IdGuess several(List<KeyColumn> columns, List<KeyTrial> trials, List<KeyTrial> unique) throws IOException {
        Set<KeyColumn> alone =
                unique.stream().flatMap(trial -> trial.columns().stream()).collect(Collectors.toSet());
        KeyPairs pairs = KeyPairs.search(
                runs, columns.stream().filter(column -> !alone.contains(column)).toList());
        if (!pairs.meant().isEmpty()) {
            IdGuess guess = found(pairs.meant(), pairs.uniqueness());
            return new IdGuess(guess.columns(), guess.note() + repetitions(trials));
        }
        List<KeyTrial> chance =
                Stream.concat(unique.stream(), pairs.chance().stream()).toList();
        String offer = chance.isEmpty() ? KeyGroup.search(runs, columns).orElse("") : "";
        IdGuess guess = none(chance);
        return new IdGuess(guess.columns(), guess.note() + repetitions(trials) + offer);
    }

    /** Called like a key, and one for all records but so few that these are faults. */
    private static boolean isNearlyUnique(KeyTrial trial, long records) {
        long repeated = trial.repeated();
        boolean few = repeated * ONE_REPEATED_IN <= records || (repeated == 1 && records >= FEWEST_RECORDS);
        return !trial.isOver() && repeated > 0 && few && rank(trial.columns().get(0)) < 2;
    }

    private static String nearlyUnique(KeyTrial trial, Tried tried) {
        return "%s %s an id that another has: a reject, unless the record is the same; %s, but for that"
                .formatted(
                        Counted.of(trial.repeated(), "record"),
                        trial.repeated() == 1 ? "has" : "have",
                        tried.uniqueness());
    }

    private static int rank(KeyColumn column) {
        return column.isCalledId() ? 0 : column.isCalledKey() ? 1 : column.index() == 0 ? 2 : 3;
    }

    private static boolean isLikeKey(KeyColumn column) {
        return rank(column) < 2 || (column.index() == 0 && column.isIdentifying());
    }

    private static IdGuess found(List<KeyTrial> keys, String uniqueness) {
        List<KeyTrial> others = keys.subList(1, keys.size());
        return new IdGuess(names(keys.get(0)), uniqueness + (others.isEmpty() ? "" : "; also: " + listed(others)));
    }

    private static IdGuess none(List<KeyTrial> unique) {
        return new IdGuess(
                List.of(),
                unique.isEmpty()
                        ? "no column is unique"
                        : "nothing is plainly a key; unique, perhaps by chance: " + listed(unique));
    }

    private static String repetitions(List<KeyTrial> trials) {
        List<String> notes = new ArrayList<>();
        for (KeyTrial trial : trials) {
            if (trial.repeated() > 0
                    && !trial.isOver()
                    && trial.columns().get(0).isCalledId()) {
                notes.add("; %s is not: %s %s one before"
                        .formatted(
                                trial.columns().get(0).name(),
                                Counted.of(trial.repeated(), "record"),
                                trial.repeated() == 1 ? "repeats" : "repeat"));
            }
        }
        return String.join("", notes);
    }

    private static String listed(List<KeyTrial> trials) {
        int more = trials.size() - MOST_NAMED;
        return trials.stream()
                        .limit(MOST_NAMED)
                        .map(trial -> String.join(" with ", names(trial)))
                        .collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static List<String> names(KeyTrial trial) {
        return trial.columns().stream().map(KeyColumn::name).toList();
    }
}
