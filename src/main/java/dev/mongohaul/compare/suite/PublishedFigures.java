package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.suite.Block.Scalar;
import dev.mongohaul.job.file.JobFileProblem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds what articles say of a cell. */
final class PublishedFigures {

    private final Map<Map<String, List<Scalar>>, Figure> figures = new LinkedHashMap<>();

    /** A number and what it is of. */
    private record Figure(double value, Published.Unit unit) {}

    PublishedFigures(List<Block> entries, List<JobFileProblem> problems) {
        for (Block block : entries) {
            Map<String, List<Scalar>> entry = block.values();
            Map<String, List<Scalar>> conditions = new LinkedHashMap<>(entry);
            Optional<Figure> figure = Optional.empty();
            for (Published.Unit unit : Published.Unit.values()) {
                List<Scalar> value = conditions.remove(unit.key());
                if (value != null) {
                    figure = number(value.get(0), unit);
                }
            }
            figure.ifPresentOrElse(found -> figures.put(conditions, found), () -> problems.add(withoutFigure(entry)));
        }
    }

    private static Optional<Figure> number(Scalar value, Published.Unit unit) {
        return value.text().matches("[0-9]{1,12}(\\.[0-9]{1,6})?")
                ? Optional.of(new Figure(Double.parseDouble(value.text()), unit))
                : Optional.empty();
    }

    private static JobFileProblem withoutFigure(Map<String, List<Scalar>> entry) {
        return entry.values().stream()
                .findFirst()
                .map(values -> JobFileProblem.of(
                        values.get(0).place(),
                        List.of("published"),
                        "needs a number of milliseconds, per-second or times"))
                .orElseGet(() -> new JobFileProblem("suite", 0, "published", "has an entry without anything in it"));
    }

    /** The first figure whose settings the cell has, as they were before it was cut short. */
    @Nullable
    Published of(Map<String, String> cell, Conditions conditions) {
        int rows = conditions.rows() == null ? 0 : conditions.rows();
        return figures.entrySet().stream()
                .filter(entry -> matches(entry.getKey(), cell))
                .map(entry ->
                        new Published(entry.getValue().value(), entry.getValue().unit(), rows))
                .findFirst()
                .orElse(null);
    }

    private static boolean matches(Map<String, List<Scalar>> wanted, Map<String, String> cell) {
        return wanted.entrySet().stream()
                .allMatch(entry ->
                        entry.getValue().stream().anyMatch(value -> value.text().equals(cell.get(entry.getKey()))));
    }
}
