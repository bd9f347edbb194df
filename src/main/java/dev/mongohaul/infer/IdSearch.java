package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.infer.column.KeyColumn;
import dev.mongohaul.infer.column.KeySearch;
import dev.mongohaul.infer.column.KeyTrial;
import dev.mongohaul.infer.column.YamlScalars;
import dev.mongohaul.mapping.spec.FieldSpec;
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
 *
 * @param header whether the first record of an input names the columns
 */
record IdSearch(InputProfile profile, boolean header) {

    private static final Comparator<KeyColumn> BY_INDEX = Comparator.comparingInt(KeyColumn::index);
    private static final int MOST_NAMED = 6;

    /** One record in this number may repeat an id by a fault of the input. */
    private static final int ONE_REPEATED_IN = 500;

    /** The smallest number of records in which one repeated id is an exception. */
    private static final int FEWEST_WITH_REPEATED = 20;

    /** With fewer records, almost any columns are unique together. */
    private static final int FEWEST_RECORDS = 100;

    /** Columns that may be part of a pair by their place. */
    private static final int LEFTMOST = 4;

    private static final int MOST_OF_PAIRS = 8;

    /** A key has records for many combinations of the values of its columns; by chance, for few. */
    private static final int MOST_COMBINATIONS_PER_RECORD = 4;

    private static final int MOST_OF_GROUP = 16;
    private static final int FEWEST_OF_GROUP = 3;
    private static final int MOST_PASSES = 8;

    /**
     * Result of a pass.
     *
     * @param uniqueness of the remaining trials, in words
     */
    private record Result(long records, String uniqueness) {}

    /** Reads the sample, several times where no column alone is a key. */
    IdGuess search(List<String> names, List<FieldSpec> fields) throws IOException {
        List<KeyColumn> columns = IntStream.range(0, names.size())
                .mapToObj(index -> new KeyColumn(index, names.get(index), fields.get(index)))
                .filter(KeyColumn::canBeKey)
                .sorted(Comparator.comparingInt(IdSearch::rank).thenComparing(BY_INDEX))
                .toList();
        List<KeyTrial> trials = columns.stream()
                .map(column -> new KeyTrial(List.of(column), rank(column) < 2))
                .toList();
        Result result = run(columns, trials);
        List<KeyTrial> unique = trials.stream().filter(KeyTrial::isUnique).toList();
        if (!unique.isEmpty() && isLikeKey(unique.get(0).columns().get(0))) {
            return found(unique, result.uniqueness(), "");
        }
        Optional<KeyTrial> nearly = trials.stream()
                .filter(trial -> isNearlyUnique(trial, result.records()) || isRepeatedId(trial))
                .findFirst();
        return nearly.isPresent()
                ? new IdGuess(names(nearly.get()), nearlyUnique(nearly.get(), result))
                : several(columns, trials, unique);
    }

    private Result run(List<KeyColumn> columns, List<KeyTrial> trials) throws IOException {
        if (trials.isEmpty()) {
            return new Result(0, "");
        }
        KeySearch search = new KeySearch(columns, trials, header, KeySearch.MOST_VALUES);
        DialectGuess guess = profile.guess;
        boolean lenient = guess.dialect().ragged() == RaggedRecords.LENIENT;
        Set<Long> outside = profile.outside();
        SampleExtent extent = profile.sample.records(guess.dialect(), guess.width(), (item, first) -> {
            boolean imported = item instanceof CsvRecord record
                    && (lenient || record.cellCount() == guess.width())
                    && !record.isEmptyRow()
                    && !outside.contains(record.location().offset());
            if (first || imported) {
                search.visit(item, first);
            }
        });
        String seen = search.isFull()
                ? "the first " + Counted.of(search.records(), "record")
                : extent.describe(search.records());
        return new Result(search.records(), "unique in " + seen);
    }

    private static int rank(KeyColumn column) {
        return column.isCalledId() ? 0 : column.isCalledKey() ? 1 : column.index() == 0 ? 2 : 3;
    }

    private static boolean isLikeKey(KeyColumn column) {
        return rank(column) < 2 || (column.index() == 0 && column.isIdentifying());
    }

    /** Returns whether a column is named like a key, and repeated by so few records that these are faults. */
    private static boolean isNearlyUnique(KeyTrial trial, long records) {
        long repeated = trial.repeated();
        boolean few = repeated * ONE_REPEATED_IN <= records || (repeated == 1 && records >= FEWEST_WITH_REPEATED);
        return !trial.isOver() && repeated > 0 && few && rank(trial.columns().get(0)) < 2;
    }

    /** Returns whether this is a column {@code _id}, which MongoDB has as the id, that is never blank but repeated. */
    private static boolean isRepeatedId(KeyTrial trial) {
        return !trial.isOver()
                && trial.repeated() > 0
                && trial.columns().get(0).name().equals("_id");
    }

    private static String nearlyUnique(KeyTrial trial, Result result) {
        return "%s an id, and is rejected unless it is the same record; otherwise %s"
                .formatted(Counted.of(trial.repeated(), "record", "repeats", "repeat"), result.uniqueness());
    }

    private IdGuess several(List<KeyColumn> columns, List<KeyTrial> trials, List<KeyTrial> unique) throws IOException {
        List<KeyColumn> parts = columns.stream()
                .filter(column ->
                        unique.stream().noneMatch(trial -> trial.columns().contains(column)))
                .filter(column -> column.index() < LEFTMOST || column.isCalledKey() || column.isCalledTime())
                .sorted(BY_INDEX)
                .limit(MOST_OF_PAIRS)
                .toList();
        List<KeyTrial> single = parts.stream()
                .map(column -> new KeyTrial(List.of(column), true))
                .toList();
        List<KeyTrial> pairs = pairs(parts);
        Result result =
                run(parts, Stream.concat(single.stream(), pairs.stream()).toList());
        List<KeyTrial> uniquePairs = pairs.stream()
                .filter(pair -> pair.isUnique() && result.records() >= FEWEST_RECORDS)
                .toList();
        List<KeyTrial> meant = uniquePairs.stream()
                .filter(pair -> isMeant(pair, single, result.records()))
                .toList();
        if (!meant.isEmpty()) {
            return found(meant, result.uniqueness().replaceFirst("unique", "unique together"), repetitions(trials));
        }
        List<KeyTrial> chance =
                Stream.concat(unique.stream(), uniquePairs.stream()).toList();
        String note = chance.isEmpty()
                ? "no column is unique" + repetitions(trials) + group(columns)
                : "no column is clearly a key; unique, perhaps by chance: " + listed(chance) + repetitions(trials);
        return new IdGuess(List.of(), note);
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

    /**
     * Searches the first columns that are unique together, and leaves out those that are not needed, the last first.
     *
     * @param columns after a run over all records, which has found the columns that are never blank
     * @return the group in words; empty where there is none
     */
    private String group(List<KeyColumn> columns) throws IOException {
        List<KeyColumn> filled = columns.stream()
                .filter(column -> !column.wasBlank())
                .sorted(BY_INDEX)
                .limit(MOST_OF_GROUP)
                .toList();
        List<KeyTrial> beginnings = IntStream.rangeClosed(FEWEST_OF_GROUP, filled.size())
                .mapToObj(count -> new KeyTrial(filled.subList(0, count), false))
                .toList();
        Result result = run(filled, beginnings);
        Optional<KeyTrial> found = firstUnique(beginnings);
        if (found.isEmpty() || result.records() < FEWEST_RECORDS) {
            return "";
        }
        KeyTrial group = found.get();
        for (int pass = 0; pass < MOST_PASSES && group.columns().size() > FEWEST_OF_GROUP; pass++) {
            List<KeyColumn> larger = group.columns();
            List<KeyTrial> smaller = new ArrayList<>();
            for (KeyColumn left : larger) {
                smaller.add(
                        0,
                        new KeyTrial(
                                larger.stream().filter(column -> column != left).toList(), false));
            }
            run(larger, smaller);
            Optional<KeyTrial> next = firstUnique(smaller);
            if (next.isEmpty()) {
                break;
            }
            group = next.get();
        }
        return "; %s: %s"
                .formatted(
                        result.uniqueness().replaceFirst("unique", "unique together"), YamlScalars.value(names(group)));
    }

    private static Optional<KeyTrial> firstUnique(List<KeyTrial> trials) {
        return trials.stream().filter(KeyTrial::isUnique).findFirst();
    }

    private static IdGuess found(List<KeyTrial> keys, String uniqueness, String further) {
        String also = keys.size() == 1 ? "" : "; also: " + listed(keys.subList(1, keys.size()));
        return new IdGuess(names(keys.get(0)), uniqueness + also + further);
    }

    private static String repetitions(List<KeyTrial> trials) {
        return trials.stream()
                .filter(trial -> trial.repeated() > 0 && !trial.isOver())
                .filter(trial -> trial.columns().get(0).isCalledId())
                .map(trial -> "; in %s, %s an earlier value"
                        .formatted(
                                trial.columns().get(0).name(),
                                Counted.of(trial.repeated(), "record", "repeats", "repeat")))
                .collect(Collectors.joining());
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
