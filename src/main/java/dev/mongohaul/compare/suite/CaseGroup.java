package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.Summary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Cases with equal work, shown in one chart. The title is the work, as far as groups differ in it, and the number of rows. */
record CaseGroup(String title, List<Bar> bars) {

    private static final String OPERATION = "operation";
    private static final String SEQUENCE = "sequence";

    /** Settings that define the work. */
    private static final Set<String> WORK = Set.of(OPERATION, "document-size", "latency");

    static List<CaseGroup> of(SuiteResult result) {
        Map<String, List<CaseRow>> works = result.cells().stream()
                .collect(Collectors.groupingBy(CaseRow::work, LinkedHashMap::new, Collectors.toList()));
        Naming titles = new Naming(
                works.values().stream().map(rows -> work(rows.get(0))).toList());
        return works.values().stream()
                .map(rows -> new CaseGroup(title(rows.get(0), titles), bars(rows)))
                .toList();
    }

    private static String title(CaseRow row, Naming titles) {
        Map<String, String> work = work(row);
        boolean differs = work.keySet().stream().anyMatch(titles::varies);
        String rows = row.rows() == null ? "" : String.format(Locale.ROOT, "%,d rows", row.rows());
        return Stream.of(differs ? titles.of(work) : "", rows)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static List<Bar> bars(List<CaseRow> rows) {
        Naming names = new Naming(rows.stream().map(CaseRow::settings).toList());
        return rows.stream().map(row -> Bar.of(names.of(row.settings()), row)).toList();
    }

    private static Map<String, String> work(CaseRow row) {
        Map<String, String> work = new LinkedHashMap<>();
        row.settings().forEach((key, value) -> {
            String name = key.substring(key.lastIndexOf('.') + 1);
            if (WORK.contains(name)) {
                work.put(name, value);
            }
        });
        work.putIfAbsent(OPERATION, "insert");
        if (row.settings().containsKey(SEQUENCE)) {
            work.put(OPERATION, "mixed");
        }
        return work;
    }

    /** Case as a chart shows it, in documents per second; null: failed, or no rate is published. */
    record Bar(
            String name,
            @Nullable Summary rate,
            boolean repeated,
            @Nullable Double published) {

        private static final double MILLIS = 1e3;

        static Bar of(String name, CaseRow row) {
            return new Bar(name, rate(row), row.runs().size() > 1, published(row));
        }

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
            PublishedFigure published = row.published();
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
