package dev.mongohaul.job.infer.key;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.job.infer.sample.Counted;
import dev.mongohaul.job.infer.sample.Extent;
import dev.mongohaul.job.infer.sample.Sample;
import dev.mongohaul.mapping.spec.FieldSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the id: one column that is unique and called or placed like a key, else two columns whose values are unique
 * together, and not by mere chance.
 *
 * @param header whether the first record of an input names the columns
 */
public record IdSearch(Sample sample, CsvDialect dialect, int width, boolean header) {

    private static final int LEFTMOST = 4;
    private static final int MOST_IN_PAIRS = 8;

    /** Of fewer records, about any two columns are unique together. */
    private static final int FEWEST_FOR_PAIRS = 100;

    /** Of all combinations that two columns' values have, records that are a key have most; by chance, few. */
    private static final int MOST_COMBINATIONS_PER_RECORD = 4;

    private static final int NAMED = 6;

    /** Looks at the sample once, or twice. */
    public IdGuess search(List<String> names, List<FieldSpec> fields, Set<String> nulls) throws IOException {
        List<KeyColumn> columns = IntStream.range(0, names.size())
                .mapToObj(index -> new KeyColumn(index, names.get(index), fields.get(index), nulls))
                .filter(KeyColumn::canBeKey)
                .sorted(Comparator.comparingInt(IdSearch::rank).thenComparingInt(KeyColumn::index))
                .toList();
        List<KeyTrial> trials = columns.stream()
                .map(column -> new KeyTrial(List.of(column), column.isCalledId()))
                .toList();
        if (trials.isEmpty()) {
            return new IdGuess(List.of(), "no column could be one");
        }
        Trials single = run(columns, trials);
        List<KeyTrial> unique = trials.stream().filter(KeyTrial::isUnique).toList();
        if (!unique.isEmpty() && isLikeKey(unique.get(0).columns().get(0))) {
            return new IdGuess(names(unique.get(0)), single.uniqueness() + also(unique.subList(1, unique.size())));
        }
        IdGuess pair = pair(columns, unique);
        return new IdGuess(pair.columns(), pair.note() + repetitions(trials));
    }

    private static int rank(KeyColumn column) {
        return column.isCalledId() ? 0 : column.isCalledKey() ? 1 : column.index() == 0 ? 2 : 3;
    }

    private static boolean isLikeKey(KeyColumn column) {
        return rank(column) < 2 || (column.index() == 0 && column.isIdentifying());
    }

    private IdGuess pair(List<KeyColumn> all, List<KeyTrial> unique) throws IOException {
        Set<KeyColumn> alone =
                unique.stream().flatMap(trial -> trial.columns().stream()).collect(Collectors.toSet());
        List<KeyColumn> columns = all.stream()
                .filter(column -> !alone.contains(column))
                .filter(column -> column.index() < LEFTMOST || column.isCalledKey() || column.isCalledTime())
                .sorted(Comparator.comparingInt(KeyColumn::index))
                .limit(MOST_IN_PAIRS)
                .toList();
        List<KeyTrial> distinct = columns.stream()
                .map(column -> new KeyTrial(List.of(column), true))
                .toList();
        List<KeyTrial> pairs = pairs(columns);
        List<KeyTrial> trials = new ArrayList<>(distinct);
        trials.addAll(pairs);
        Trials tried = trials.isEmpty() ? new Trials(0, "") : run(columns, trials);
        List<KeyTrial> found = tried.records() < FEWEST_FOR_PAIRS
                ? List.of()
                : pairs.stream().filter(KeyTrial::isUnique).toList();
        List<KeyTrial> meant = found.stream()
                .filter(pair -> isMeant(pair, distinct, tried.records()))
                .toList();
        return meant.isEmpty() ? none(unique, found) : new IdGuess(names(meant.get(0)), together(tried, meant));
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

    private static boolean isMeant(KeyTrial pair, List<KeyTrial> distinct, long records) {
        long combinations = 1;
        for (KeyTrial column : distinct) {
            if (pair.columns().containsAll(column.columns())) {
                if (column.isOver()) {
                    return false;
                }
                combinations *= column.distinct();
            }
        }
        return combinations <= MOST_COMBINATIONS_PER_RECORD * records;
    }

    private static String together(Trials tried, List<KeyTrial> meant) {
        return "together " + tried.uniqueness() + also(meant.subList(1, meant.size()));
    }

    private static IdGuess none(List<KeyTrial> unique, List<KeyTrial> pairs) {
        List<KeyTrial> mentioned = new ArrayList<>(unique);
        mentioned.addAll(pairs);
        return new IdGuess(
                List.of(),
                mentioned.isEmpty()
                        ? "no column is unique"
                        : "nothing is plainly a key; unique, perhaps by chance: " + listed(mentioned));
    }

    private static String repetitions(List<KeyTrial> trials) {
        return trials.stream()
                .filter(trial -> trial.repeated() > 0 && !trial.isOver())
                .map(trial -> "; %s is not: %s %s one before"
                        .formatted(
                                trial.columns().get(0).name(),
                                Counted.of(trial.repeated(), "record"),
                                trial.repeated() == 1 ? "repeats" : "repeat"))
                .collect(Collectors.joining());
    }

    private static String also(List<KeyTrial> others) {
        return others.isEmpty() ? "" : "; also: " + listed(others);
    }

    private static String listed(List<KeyTrial> trials) {
        int more = trials.size() - NAMED;
        return trials.stream()
                        .limit(NAMED)
                        .map(trial -> trial.columns().size() == 1
                                ? trial.columns().get(0).name()
                                : names(trial).toString())
                        .collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static List<String> names(KeyTrial trial) {
        return trial.columns().stream().map(KeyColumn::name).toList();
    }

    private Trials run(List<KeyColumn> columns, List<KeyTrial> trials) throws IOException {
        KeySearch search = new KeySearch(columns, trials, header, KeySearch.MOST_VALUES);
        Extent extent = sample.records(dialect, width, search);
        String records = Counted.of(search.records(), "record");
        return new Trials(
                search.records(),
                "unique in " + (search.isFull() ? "the first " + records : extent.describe(search.records())));
    }

    /** What the trials were of. */
    private record Trials(long records, String uniqueness) {}
}
