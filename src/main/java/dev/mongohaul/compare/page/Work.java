package dev.mongohaul.compare.page;

import dev.mongohaul.compare.suite.Naming;
import dev.mongohaul.compare.told.CellRow;
import dev.mongohaul.compare.told.SuiteResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Cells that do the same, of which one chart is made.
 *
 * @param title what tells it from the suite's other works; empty where there is no other
 * @param bars in the suite's order
 */
record Work(String title, List<Bar> bars) {

    private static final String OPERATION = "operation";
    private static final String ROWS = "rows";
    private static final String SEQUENCE = "sequence";

    /** Settings that say what is done, and not how. */
    private static final Set<String> WHAT = Set.of(OPERATION, "document-size", "latency");

    static List<Work> of(SuiteResult result) {
        Map<String, List<CellRow>> works = result.cells().stream()
                .collect(Collectors.groupingBy(CellRow::work, LinkedHashMap::new, Collectors.toList()));
        List<Map<String, String>> all =
                works.values().stream().map(rows -> what(rows.get(0))).toList();
        Naming titles = new Naming(all);
        return works.values().stream()
                .map(rows -> new Work(all.size() == 1 ? "" : titles.of(what(rows.get(0))), bars(rows)))
                .toList();
    }

    private static List<Bar> bars(List<CellRow> rows) {
        Naming names = new Naming(rows.stream().map(CellRow::settings).toList());
        return rows.stream().map(row -> Bar.of(names.of(row.settings()), row)).toList();
    }

    private static Map<String, String> what(CellRow row) {
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
        if (row.rows() != null) {
            what.put(ROWS, row.rows().toString());
        }
        return what;
    }
}
