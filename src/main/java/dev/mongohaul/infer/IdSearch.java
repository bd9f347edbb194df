package dev.mongohaul.infer;

import dev.mongohaul.infer.KeyRuns.KeySearch;
import dev.mongohaul.infer.KeyRuns.KeyTrial;
import dev.mongohaul.infer.KeyRuns.Result;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.text.Counted;
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
 * Search for columns for {@code _id}: their values are never blank and never the same twice.
 *
 * <p>One column is proposed that is named or placed like a key, even if very few records repeat it; else two whose values are
 * unique together, and not by chance. Several columns that are unique together are mentioned.
 */
final class IdSearch {

    private static final int MOST_NAMED = 6;

    /** One record in this number may repeat an id by a fault of the input. */
    private static final int ONE_REPEATED_IN = 500;

    /** The least number of records of which one that repeats an id is an exception. */
    private static final int FEWEST_RECORDS = 20;

    private final KeyRuns runs;

    /**
     * Creates a search in a sample.
     *
     * @param guess its dialect
     * @param header whether the first record of an input names the columns
     * @param leftOut offsets of records to leave out
     */
    public IdSearch(Sample sample, DialectGuess guess, boolean header, Set<Long> leftOut) {
        this.runs = new KeyRuns(sample, guess, header, leftOut, KeySearch.MOST_VALUES);
    }

    /** Reads the sample once or twice. */
    public IdGuess search(List<String> names, List<FieldSpec> fields) throws IOException {
        List<KeyColumn> columns = IntStream.range(0, names.size())
                .mapToObj(index -> new KeyColumn(index, names.get(index), fields.get(index)))
                .filter(KeyColumn::canBeKey)
                .sorted(Comparator.comparingInt(IdSearch::rank).thenComparingInt(KeyColumn::index))
                .toList();
        List<KeyTrial> trials = columns.stream()
                .map(column -> new KeyTrial(List.of(column), rank(column) < 2))
                .toList();
        Result result = runs.run(columns, trials);
        List<KeyTrial> unique = trials.stream().filter(KeyTrial::isUnique).toList();
        if (!unique.isEmpty() && isLikeKey(unique.get(0).columns().get(0))) {
            return found(unique, result.uniqueness());
        }
        Optional<KeyTrial> nearly = trials.stream()
                .filter(trial -> isNearlyUnique(trial, result.records()))
                .findFirst();
        if (nearly.isPresent()) {
            return new IdGuess(names(nearly.get()), nearlyUnique(nearly.get(), result));
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

    /** Returns whether a column is named like a key, and repeated by so few records that these are faults. */
    private static boolean isNearlyUnique(KeyTrial trial, long records) {
        long repeated = trial.repeated();
        boolean few = repeated * ONE_REPEATED_IN <= records || (repeated == 1 && records >= FEWEST_RECORDS);
        return !trial.isOver() && repeated > 0 && few && rank(trial.columns().get(0)) < 2;
    }

    private static String nearlyUnique(KeyTrial trial, Result result) {
        return "%s %s an id that another has: a reject, unless the record is the same; %s, but for that"
                .formatted(
                        Counted.of(trial.repeated(), "record"),
                        trial.repeated() == 1 ? "has" : "have",
                        result.uniqueness());
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

    /**
     * Columns proposed for {@code _id}.
     *
     * @param columns empty: ids are generated
     * @param note why these, and which others
     */
    public record IdGuess(List<String> columns, String note) {

        public IdGuess {
            columns = List.copyOf(columns);
        }
    }

    /**
     * Pairs of columns whose values are unique together.
     *
     * @param meant pairs that look like keys
     * @param chance the others
     * @param uniqueness in words
     */
    record KeyPairs(List<KeyTrial> meant, List<KeyTrial> chance, String uniqueness) {

        private static final int LEFTMOST = 4;
        private static final int MOST_COLUMNS = 8;

        /** With fewer records, almost any two columns are unique together. */
        private static final int FEWEST_RECORDS = 100;

        /** A key has records for many combinations of the values of its columns; by chance, for few. */
        private static final int MOST_COMBINATIONS_PER_RECORD = 4;

        /** Searches pairs of the leftmost columns and of those that are named like parts of a key. */
        static KeyPairs search(KeyRuns runs, List<KeyColumn> all) throws IOException {
            List<KeyColumn> columns = all.stream()
                    .filter(column -> column.index() < LEFTMOST || column.isCalledKey() || column.isCalledTime())
                    .sorted(Comparator.comparingInt(KeyColumn::index))
                    .limit(MOST_COLUMNS)
                    .toList();
            List<KeyTrial> single = columns.stream()
                    .map(column -> new KeyTrial(List.of(column), true))
                    .toList();
            List<KeyTrial> pairs = pairs(columns);
            List<KeyTrial> trials = new ArrayList<>(single);
            trials.addAll(pairs);
            Result result = runs.run(columns, trials);
            List<KeyTrial> meant = new ArrayList<>();
            List<KeyTrial> chance = new ArrayList<>();
            for (KeyTrial pair : pairs) {
                if (pair.isUnique() && result.records() >= FEWEST_RECORDS) {
                    (isMeant(pair, single, result.records()) ? meant : chance).add(pair);
                }
            }
            return new KeyPairs(meant, chance, "together " + result.uniqueness());
        }

        private static List<KeyTrial> pairs(List<KeyColumn> columns) {
            List<KeyTrial> pairs = new ArrayList<>();
            for (int first = 0; first < columns.size(); first++) {
                for (int second = first + 1; second < columns.size(); second++) {
                    pairs.add(new KeyTrial(List.of(columns.get(first), columns.get(second)), false));
                }
            }
            return pairs;
        }

        private static boolean isMeant(KeyTrial pair, List<KeyTrial> single, long records) {
            long combinations = 1;
            for (KeyTrial column : single) {
                if (pair.columns().containsAll(column.columns())) {
                    combinations *= column.isOver() ? records : column.distinct();
                }
            }
            return combinations <= MOST_COMBINATIONS_PER_RECORD * records;
        }
    }

    /** Search for three columns or more whose values are unique together, and no fewer of them. */
    static final class KeyGroup {

        private static final int MOST_COLUMNS = 16;
        private static final int FEWEST_COLUMNS = 3;
        private static final int MOST_PASSES = 8;

        /** With fewer records, almost any columns are unique together. */
        private static final int FEWEST_RECORDS = 100;

        private KeyGroup() {}

        /**
         * Searches the first columns that are unique together, and leaves out those that are not needed, the last first.
         *
         * @param columns after a run over all records, which has found the columns that are never blank
         * @return the group in words
         */
        static Optional<String> search(KeyRuns runs, List<KeyColumn> columns) throws IOException {
            List<KeyColumn> filled = columns.stream()
                    .filter(column -> !column.wasBlank())
                    .sorted(Comparator.comparingInt(KeyColumn::index))
                    .limit(MOST_COLUMNS)
                    .toList();
            List<KeyTrial> beginnings = IntStream.rangeClosed(FEWEST_COLUMNS, filled.size())
                    .mapToObj(count -> new KeyTrial(filled.subList(0, count), false))
                    .toList();
            Result result = runs.run(filled, beginnings);
            Optional<List<KeyColumn>> found = firstUnique(beginnings);
            if (found.isEmpty() || result.records() < FEWEST_RECORDS) {
                return Optional.empty();
            }
            List<KeyColumn> group = found.get();
            for (int pass = 0; pass < MOST_PASSES && group.size() > FEWEST_COLUMNS; pass++) {
                List<KeyTrial> smaller = withoutOne(group);
                runs.run(group, smaller);
                Optional<List<KeyColumn>> next = firstUnique(smaller);
                if (next.isEmpty()) {
                    break;
                }
                group = next.get();
            }
            return Optional.of("; together %s: %s"
                    .formatted(
                            result.uniqueness(),
                            YamlScalars.list(group.stream().map(KeyColumn::name).toList())));
        }

        private static Optional<List<KeyColumn>> firstUnique(List<KeyTrial> trials) {
            return trials.stream().filter(KeyTrial::isUnique).findFirst().map(KeyTrial::columns);
        }

        private static List<KeyTrial> withoutOne(List<KeyColumn> group) {
            List<KeyTrial> smaller = new ArrayList<>();
            for (int left = group.size() - 1; left >= 0; left--) {
                List<KeyColumn> rest = new ArrayList<>(group);
                rest.remove(left);
                smaller.add(new KeyTrial(rest, false));
            }
            return smaller;
        }
    }
}
