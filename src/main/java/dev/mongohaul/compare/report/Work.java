package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.compare.suite.Naming;
import dev.mongohaul.compare.suite.Published;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cells that do the same, of which one chart is made.
 *
 * @param title what tells it from the suite's other works; and how many rows it has
 * @param bars in the suite's order
 */
record Work(String title, List<Bar> bars) {

    private static final String OPERATION = "operation";
    private static final String SEQUENCE = "sequence";

    /** Settings that say what is done, and not how. */
    private static final Set<String> WHAT = Set.of(OPERATION, "document-size", "latency");

    static List<Work> of(SuiteResult result) {
        Map<String, List<CaseRow>> works = result.cells().stream()
                .collect(Collectors.groupingBy(CaseRow::work, LinkedHashMap::new, Collectors.toList()));
        Naming titles = new Naming(
                works.values().stream().map(rows -> what(rows.get(0))).toList());
        return works.values().stream()
                .map(rows -> new Work(title(rows.get(0), titles), bars(rows)))
                .toList();
    }

    private static String title(CaseRow row, Naming titles) {
        Map<String, String> what = what(row);
        boolean differs = what.keySet().stream().anyMatch(titles::varies);
        String rows = row.rows() == null ? "" : String.format(Locale.ROOT, "%,d rows", row.rows());
        return Stream.of(differs ? titles.of(what) : "", rows)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static List<Bar> bars(List<CaseRow> rows) {
        Naming names = new Naming(rows.stream().map(CaseRow::settings).toList());
        return rows.stream().map(row -> Bar.of(names.of(row.settings()), row)).toList();
    }

    private static Map<String, String> what(CaseRow row) {
        Map<String, String> what = new LinkedHashMap<>();
        row.settings().forEach((key, value) -> {
            String name = key.substring(key.lastIndexOf('.') + 1);
            if (WHAT.contains(name)) {
                what.put(name, value);
            }
        });
        what.putIfAbsent(OPERATION, "insert");
        if (row.settings().containsKey(SEQUENCE)) {
            what.put(OPERATION, "mixed");
        }
        return what;
    }

    /**
     * A cell as a chart shows it, in documents per second.
     *
     * @param name among the cells of the same work
     * @param rate null where it failed
     * @param repeated whether the ends of the rate say anything
     * @param published null where nothing is, or where it is no rate
     */
    record Bar(
            String name,
            @Nullable Summary rate,
            boolean repeated,
            @Nullable Double published) {

        private static final double MILLIS = 1e3;

        static Bar of(String name, CaseRow row) {
            return new Bar(name, rate(row), row.runs().size() > 1, published(row));
        }

        /** The largest figure that has to find place. */
        double longest() {
            return Math.max(rate == null ? 0 : rate.max(), published == null ? 0 : published);
        }

        private static @Nullable Summary rate(CaseRow row) {
            Summary seconds = row.seconds();
            if (seconds == null || seconds.min() <= 0 || row.runs().isEmpty()) {
                return null;
            }
            double documents = row.runs().get(0).documents();
            return new Summary(documents / seconds.median(), documents / seconds.max(), documents / seconds.min());
        }

        private static @Nullable Double published(CaseRow row) {
            Published published = row.published();
            if (published == null || published.value() == 0) {
                return null;
            }
            int rows = published.rows() > 0 ? published.rows() : Objects.requireNonNullElse(row.rows(), 0);
            return switch (published.unit()) {
                case MILLISECONDS -> rows == 0 ? null : rows * MILLIS / published.value();
                case PER_SECOND -> published.value();
                case TIMES -> null;
            };
        }
    }
}
