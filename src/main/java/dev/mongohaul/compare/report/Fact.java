package dev.mongohaul.compare.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Something that has to be known of a measurement, and its name. */
record Fact(String name, String text) {

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** The circumstances of a suite, but for those that are not known. */
    static List<Fact> of(SuiteResult result) {
        return Stream.of(
                        new Fact("Server", result.server()),
                        new Fact("Machine", result.machine()),
                        new Fact("Versions", versions(result.versions())),
                        new Fact("Measured", when(result.measuredAt())),
                        new Fact("Input", result.job() == null ? "generated products" : "the job " + result.job()),
                        new Fact(
                                "Runs",
                                result.runs() == 1 ? "each cell once" : result.runs() + " of each cell, in turn"),
                        new Fact("In all cells", common(result.cells())))
                .filter(fact -> !fact.text.isEmpty())
                .toList();
    }

    private static String versions(@Nullable Versions versions) {
        if (versions == null) {
            return "";
        }
        Map<String, @Nullable String> all = new LinkedHashMap<>();
        all.put("mongohaul", versions.mongohaul());
        all.put("MongoDB driver", versions.driver());
        all.put("Spring Batch", versions.springBatch());
        all.put("Spring Data MongoDB", versions.springDataMongodb());
        return all.entrySet().stream()
                .filter(version -> version.getValue() != null)
                .map(version -> version.getKey() + " " + version.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String when(@Nullable Instant instant) {
        return instant == null ? "" : MINUTE.format(instant);
    }

    private static String common(List<CaseRow> cells) {
        Map<String, String> common = new LinkedHashMap<>();
        cells.stream().limit(1).forEach(first -> common.putAll(first.settings()));
        cells.forEach(cell -> common.entrySet().retainAll(cell.settings().entrySet()));
        return common.entrySet().stream()
                .map(setting -> setting.getKey() + ": " + setting.getValue())
                .collect(Collectors.joining(", "));
    }
}
