package dev.mongohaul.compare.suite;

import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFileProblem;
import dev.mongohaul.job.file.SettingRow;
import dev.mongohaul.job.file.SettingsReader;
import dev.mongohaul.job.file.SettingsSchema;
import dev.mongohaul.job.file.WrittenPlace;
import dev.mongohaul.job.file.WrittenSettings;
import dev.mongohaul.report.figure.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * File of a suite, whose blocks are combined into cases: each value of a key with each value of the others. Serves one file.
 *
 * <p>Keys are written side by side or in groups: {@code shard: {key: n}} is {@code shard.key: n}.
 */
final class SuiteFile {

    private static final String ROWS = "rows";
    private static final SettingsReader<Head> HEAD =
            new SettingsReader<>(SettingsSchema.of("/mongohaul-suite.schema.json"), Head.class, Map.of());
    private static final SettingsReader<Conditions> CONDITIONS = new SettingsReader<>(
            SettingsSchema.of("/mongohaul-conditions.schema.json"),
            Conditions.class,
            Map.of(List.of("shard"), ShardKeyCase.class));
    private static final Set<String> CONDITION_KEYS =
            CONDITIONS.schema().rows().stream().map(SettingRow::key).collect(Collectors.toUnmodifiableSet());

    private final Path path;
    private final @Nullable Integer cutTo;
    private final WrittenPlace place;
    private final WrittenSettings settings;

    record Head(String question, @Nullable String job, int runs) {}

    /** Value as it was written; a job file decides later what it means. */
    private record Scalar(String text, JsonNode node, WrittenPlace place) {}

    /** Published figure of the cases that have these settings. */
    private record Figure(Map<String, List<Scalar>> settings, double value, FigureUnit unit) {

        boolean matches(Map<String, String> texts) {
            return settings.entrySet().stream()
                    .allMatch(wanted -> wanted.getValue().stream()
                            .anyMatch(value -> value.text().equals(texts.get(wanted.getKey()))));
        }
    }

    SuiteFile(Path path, String text, @Nullable Integer cutTo) {
        this.path = path;
        this.cutTo = cutTo;
        this.place = new WrittenPlace(path.toString(), 1, path.toAbsolutePath());
        this.settings = new WrittenSettings(text, place);
    }

    /** Returns the suite, or fails with all mistakes in the file. */
    Suite read() {
        Head head = HEAD.read(settings);
        List<BenchmarkCase> cases = head == null ? List.of() : cases(head);
        if (head == null || !settings.problems().isEmpty()) {
            throw new JobFileException(settings.problems().stream()
                    .distinct()
                    .sorted(Comparator.comparing(JobFileProblem::line))
                    .toList());
        }
        String name = path.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        return new Suite(name, head.question(), head.job(), head.runs(), cases, cutTo, path);
    }

    /** Returns the cases in the order of the file, the values of the last key changing first, each once. */
    private List<BenchmarkCase> cases(Head head) {
        Map<String, List<Scalar>> common = block(settings.root().path("common"), List.of("common"));
        List<Map<String, List<Scalar>>> blocks = blocks("cells");
        List<Map<String, List<Scalar>>> published = blocks("published");
        boolean correct = require(
                !blocks.isEmpty(), "is empty: at least one block is needed, such as - writer: [save, raw]", "cells");
        correct &= require(head.runs() >= 1, head.runs() + " is not a count: a whole number of at least 1", "runs");
        correct &=
                require(head.question().lines().count() == 1, "has several lines, or none: one is needed", "question");
        for (Map.Entry<String, List<Scalar>> key : common.entrySet()) {
            correct &= require(
                    key.getValue().size() == 1, "has several values, which belong under cells", "common", key.getKey());
        }
        return correct ? cases(head, common, blocks, figures(published)) : List.of();
    }

    private boolean require(boolean holds, String message, String... key) {
        if (!holds) {
            settings.addProblem(settings.placeOf(List.of(key)), List.of(key), message);
        }
        return holds;
    }

    private List<BenchmarkCase> cases(
            Head head, Map<String, List<Scalar>> common, List<Map<String, List<Scalar>>> blocks, List<Figure> figures) {
        List<Map<String, Scalar>> all = blocks.stream()
                .flatMap(block -> combinations(common, block).stream())
                .toList();
        Naming naming = new Naming(all.stream().map(this::cut).toList());
        Map<String, BenchmarkCase> cases = new LinkedHashMap<>();
        for (Map<String, Scalar> written : all) {
            Conditions conditions = conditions(head, written);
            if (conditions != null) {
                Map<String, String> texts = cut(written);
                BenchmarkCase benchmark = new BenchmarkCase(
                        naming.of(texts),
                        texts,
                        lines(written),
                        cutTo == null ? conditions : conditions.cutTo(cutTo),
                        settings(texts),
                        published(figures, texts(written), conditions));
                cases.putIfAbsent(benchmark.key(), benchmark);
            }
        }
        return List.copyOf(cases.values());
    }

    private List<Map<String, List<Scalar>>> blocks(String key) {
        List<Map<String, List<Scalar>>> blocks = new ArrayList<>();
        for (JsonNode block : settings.root().path(key)) {
            blocks.add(block(block, List.of(key, "[" + blocks.size() + "]")));
        }
        return blocks;
    }

    private Map<String, List<Scalar>> block(JsonNode group, List<String> key) {
        Map<String, List<Scalar>> values = new LinkedHashMap<>();
        flatten("", group, key, values);
        return values;
    }

    private void flatten(String prefix, JsonNode group, List<String> key, Map<String, List<Scalar>> values) {
        for (Map.Entry<String, JsonNode> member : group.properties()) {
            String name = prefix + member.getKey();
            JsonNode value = member.getValue();
            if (value.isObject() && !value.isEmpty()) {
                flatten(name + ".", value, key, values);
            } else if (value.isValueNode() && !value.isNull()) {
                values.put(name, List.of(scalar(value)));
            } else if (value.isArray()
                    && !value.isEmpty()
                    && value.valueStream().allMatch(JsonNode::isValueNode)) {
                values.put(name, value.valueStream().map(this::scalar).toList());
            } else if (!value.isNull()) {
                List<String> longer = new ArrayList<>(key);
                longer.add(name);
                settings.addProblem(
                        settings.placeOf(value),
                        longer,
                        settings.shown(value) + " is not a text, a number, true, false, or a list of them");
            }
        }
    }

    private Scalar scalar(JsonNode node) {
        return new Scalar(settings.text(node), node, settings.placeOf(node));
    }

    private static List<Map<String, Scalar>> combinations(
            Map<String, List<Scalar>> common, Map<String, List<Scalar>> block) {
        Map<String, List<Scalar>> keys = new LinkedHashMap<>(common);
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

    private @Nullable Conditions conditions(Head head, Map<String, Scalar> written) {
        if (head.job() == null && !written.containsKey(ROWS)) {
            settings.addProblem(
                    place, List.of(ROWS), "is missing: how many records to generate, or a job whose input is read");
            return null;
        }
        WrittenSettings own = new WrittenSettings(place, settings);
        written.forEach((key, value) -> {
            if (CONDITION_KEYS.contains(key)) {
                own.set(List.of(key.split("\\.", -1)), value.node());
            }
        });
        Conditions conditions = CONDITIONS.read(own);
        own.problems().forEach(problem -> settings.problems().add(problem.within("cells")));
        return conditions;
    }

    private static Map<String, String> texts(Map<String, Scalar> written) {
        Map<String, String> texts = new LinkedHashMap<>();
        written.forEach((key, value) -> texts.put(key, value.text()));
        return texts;
    }

    private Map<String, String> cut(Map<String, Scalar> written) {
        Map<String, String> texts = texts(written);
        if (cutTo != null) {
            texts.merge(
                    ROWS,
                    cutTo.toString(),
                    (rows, most) -> rows.matches("[0-9]{1,9}") && Integer.parseInt(rows) > cutTo ? most : rows);
        }
        return texts;
    }

    private static Map<String, Integer> lines(Map<String, Scalar> written) {
        return written.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().place().line()));
    }

    private static Map<String, String> settings(Map<String, String> texts) {
        Map<String, String> settings = new LinkedHashMap<>(texts);
        settings.keySet().removeAll(CONDITION_KEYS);
        return settings;
    }

    private List<Figure> figures(List<Map<String, List<Scalar>>> published) {
        List<Figure> figures = new ArrayList<>();
        for (Map<String, List<Scalar>> entry : published) {
            Map<String, List<Scalar>> wanted = new LinkedHashMap<>(entry);
            Figure figure = null;
            for (FigureUnit unit : FigureUnit.values()) {
                List<Scalar> value = wanted.remove(Words.word(unit));
                if (value != null) {
                    String text = value.get(0).text();
                    figure = text.matches("[0-9]{1,12}(\\.[0-9]{1,6})?")
                            ? new Figure(wanted, Double.parseDouble(text), unit)
                            : null;
                }
            }
            if (figure == null) {
                settings.problems().add(withoutFigure(entry));
            } else {
                figures.add(figure);
            }
        }
        return figures;
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

    /** Returns the first figure whose settings the case has, as they were before it was cut short. */
    private static @Nullable PublishedFigure published(
            List<Figure> figures, Map<String, String> texts, Conditions conditions) {
        int rows = conditions.rows() == null ? 0 : conditions.rows();
        return figures.stream()
                .filter(figure -> figure.matches(texts))
                .findFirst()
                .map(figure -> new PublishedFigure(figure.value(), figure.unit(), rows))
                .orElse(null);
    }
}
