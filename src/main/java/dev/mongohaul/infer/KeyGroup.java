package dev.mongohaul.infer;

import dev.mongohaul.infer.KeyRuns.Tried;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Three columns or more whose values are unique together, and no fewer of them. */
final class KeyGroup {

    private static final int MOST_COLUMNS = 16;
    private static final int FEWEST_COLUMNS = 3;
    private static final int MOST_PASSES = 8;

    /** Of fewer records, about any columns are unique together. */
    private static final int FEWEST_RECORDS = 100;

    private KeyGroup() {}

    /**
     * Finds the first columns of the input that are unique together, and leaves out those that are not needed for that,
     * the last first.
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
        Tried tried = runs.run(filled, beginnings);
        Optional<List<KeyColumn>> found = firstUnique(beginnings);
        if (found.isEmpty() || tried.records() < FEWEST_RECORDS) {
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
                        tried.uniqueness(),
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
