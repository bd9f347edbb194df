package dev.mongohaul.infer;

import dev.mongohaul.infer.KeyRuns.Tried;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Two columns each whose values are unique together.
 *
 * @param meant for a key, it seems
 * @param chance the others
 * @param uniqueness in words
 */
record KeyPairs(List<KeyTrial> meant, List<KeyTrial> chance, String uniqueness) {

    private static final int LEFTMOST = 4;
    private static final int MOST_COLUMNS = 8;

    /** Of fewer records, about any two columns are unique together. */
    private static final int FEWEST_RECORDS = 100;

    /** A key has a record for most combinations that the values of its columns have; by chance, there are few. */
    private static final int MOST_COMBINATIONS_PER_RECORD = 4;

    /** Tries pairs of the leftmost columns and of those that are called like parts of a key. */
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
        Tried tried = runs.run(columns, trials);
        List<KeyTrial> meant = new ArrayList<>();
        List<KeyTrial> chance = new ArrayList<>();
        for (KeyTrial pair : pairs) {
            if (pair.isUnique() && tried.records() >= FEWEST_RECORDS) {
                (isMeant(pair, single, tried.records()) ? meant : chance).add(pair);
            }
        }
        return new KeyPairs(meant, chance, "together " + tried.uniqueness());
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
