package dev.mongohaul.compare.page;

import dev.mongohaul.compare.suite.CaseRow;
import dev.mongohaul.compare.suite.Naming;
import dev.mongohaul.compare.suite.SuiteResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Cases with equal work, shown in one chart. The title is the work, as far as groups differ in it, and the number of rows. */
record CaseGroup(String title, List<CaseBar> bars) {

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

    private static List<CaseBar> bars(List<CaseRow> rows) {
        Naming names = new Naming(rows.stream().map(CaseRow::settings).toList());
        return rows.stream()
                .map(row -> CaseBar.of(names.of(row.settings()), row))
                .toList();
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
}
