package dev.mongohaul.repository.plan;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Medians of imports; of an even number, the mean of the two in the middle.
 *
 * @param imports their number
 * @param read number of records
 * @param columns of each column that at least {@value ImportFigures#FEWEST} of them have
 */
public record UsualFigures(int imports, double read, Map<String, ColumnShares> columns) {

    /** Returns the medians; empty for fewer than {@value ImportFigures#FEWEST} imports. */
    public static Optional<UsualFigures> of(List<ImportFigures> imports) {
        if (imports.size() < ImportFigures.FEWEST) {
            return Optional.empty();
        }
        List<Map<String, ColumnShares>> shares =
                imports.stream().map(ImportFigures::shares).toList();
        Map<String, ColumnShares> columns = new HashMap<>();
        for (String name : shares.stream()
                .flatMap(each -> each.keySet().stream())
                .distinct()
                .toList()) {
            List<ColumnShares> known = shares.stream()
                    .filter(each -> each.containsKey(name))
                    .map(each -> each.get(name))
                    .toList();
            if (known.size() >= ImportFigures.FEWEST) {
                columns.put(
                        name,
                        new ColumnShares(
                                median(known, ColumnShares::blanks),
                                median(known, ColumnShares::misfits),
                                median(known, ColumnShares::longest)));
            }
        }
        return Optional.of(new UsualFigures(imports.size(), median(imports, ImportFigures::read), Map.copyOf(columns)));
    }

    private static <T> double median(List<T> all, ToDoubleFunction<T> figure) {
        double[] sorted = all.stream().mapToDouble(figure).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
