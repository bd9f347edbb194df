package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.suite.Block.Scalar;
import dev.mongohaul.job.file.JobFileProblem;
import dev.mongohaul.job.file.SettingsReader;
import dev.mongohaul.job.file.SettingsSchema;
import dev.mongohaul.job.file.WrittenSettings;
import dev.mongohaul.job.file.WrittenSettings.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes the cells of a suite's blocks: each value of a key with each value of the others. Serves one file. */
final class Matrix {

    private static final String ROWS = "rows";
    private static final SettingsReader<Conditions> READER = new SettingsReader<>(
            SettingsSchema.of("/mongohaul-conditions.schema.json"),
            Conditions.class,
            Map.of(List.of("shard"), Shard.class));
    private static final Set<String> CONDITIONS =
            READER.schema().rows().stream().map(SettingsSchema.Row::key).collect(Collectors.toUnmodifiableSet());

    private final SuiteFile file;
    private final WrittenSettings suite;
    private final Place place;

    /** @param suite the settings of the file, which take further problems */
    Matrix(SuiteFile file, WrittenSettings suite, Place place) {
        this.file = file;
        this.suite = suite;
        this.place = place;
    }

    /** The cells in the order of the file, the values of the last key changing first; a cell that comes twice is one. */
    List<BenchmarkCase> cells(@Nullable Integer cutTo) {
        List<Map<String, Scalar>> all = file.cells().stream()
                .flatMap(block -> combinations(block.values()).stream())
                .toList();
        Naming naming =
                new Naming(all.stream().map(written -> cut(written, cutTo)).toList());
        PublishedFigures published = new PublishedFigures(file.published(), suite.problems());
        Map<String, BenchmarkCase> cells = new LinkedHashMap<>();
        for (Map<String, Scalar> written : all) {
            Conditions conditions = conditions(written);
            if (conditions != null) {
                Map<String, String> texts = cut(written, cutTo);
                Conditions cut = cutTo == null ? conditions : conditions.cutTo(cutTo);
                BenchmarkCase cell = new BenchmarkCase(
                        naming.of(texts),
                        texts,
                        lines(written),
                        cut,
                        settings(texts),
                        published.of(texts(written), conditions));
                cells.putIfAbsent(cell.key(), cell);
            }
        }
        return List.copyOf(cells.values());
    }

    private static Map<String, String> cut(Map<String, Scalar> written, @Nullable Integer cutTo) {
        Map<String, String> texts = texts(written);
        if (cutTo != null) {
            texts.merge(ROWS, cutTo.toString(), Matrix::smaller);
        }
        return texts;
    }

    private static String smaller(String rows, String cutTo) {
        return rows.matches("[0-9]{1,9}") && Integer.parseInt(rows) > Integer.parseInt(cutTo) ? cutTo : rows;
    }

    private List<Map<String, Scalar>> combinations(Map<String, List<Scalar>> block) {
        Map<String, List<Scalar>> keys = new LinkedHashMap<>(file.common().values());
        keys.putAll(block);
        List<Map<String, Scalar>> combinations = List.of(Map.of());
        for (Map.Entry<String, List<Scalar>> key : keys.entrySet()) {
            List<Map<String, Scalar>> longer = new ArrayList<>();
            for (Map<String, Scalar> before : combinations) {
                for (Scalar value : new LinkedHashSet<>(key.getValue())) {
                    Map<String, Scalar> combination = new LinkedHashMap<>(before);
                    combination.put(key.getKey(), value);
                    longer.add(combination);
                }
            }
            combinations = longer;
        }
        return combinations;
    }

    private @Nullable Conditions conditions(Map<String, Scalar> written) {
        WrittenSettings own = new WrittenSettings(place, suite);
        written.forEach((key, value) -> {
            if (CONDITIONS.contains(key)) {
                own.set(List.of(key.split("\\.", -1)), value.node());
            }
        });
        if (file.job() == null && !written.containsKey(ROWS)) {
            JobFileProblem missing = JobFileProblem.of(
                    place, List.of(ROWS), "is missing: how many records to generate, or a job whose input is read");
            if (!suite.problems().contains(missing)) {
                suite.problems().add(missing);
            }
            return null;
        }
        Conditions conditions = READER.read(own);
        own.problems().forEach(problem -> suite.problems().add(problem.within("cells")));
        return conditions;
    }

    private static Map<String, String> texts(Map<String, Scalar> written) {
        Map<String, String> texts = new LinkedHashMap<>();
        written.forEach((key, value) -> texts.put(key, value.text()));
        return texts;
    }

    private static Map<String, Integer> lines(Map<String, Scalar> written) {
        return written.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().place().line()));
    }

    private static Map<String, String> settings(Map<String, String> texts) {
        Map<String, String> settings = new LinkedHashMap<>(texts);
        settings.keySet().removeAll(CONDITIONS);
        return settings;
    }
}
