package dev.mongohaul.report.render;

import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectReasons.RejectGroup;
import dev.mongohaul.reject.RejectReasons.RejectSample;
import dev.mongohaul.report.ImportReport.Conditions;
import dev.mongohaul.report.ImportReport.Contents;
import dev.mongohaul.report.PartitionReport;
import dev.mongohaul.report.Words;
import dev.mongohaul.report.render.ReportView.Fact;
import dev.mongohaul.report.render.ReportView.Grid;
import dev.mongohaul.report.render.ReportView.Section;
import dev.mongohaul.repository.Run.TargetServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Sections of reports of a run and of an import: partitions, rejects, settings. */
final class ContentSections {

    private static final int MOST_PARTITIONS = 100;
    private static final int MOST_FILES = 20;

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER, YAMLWriteFeature.SPLIT_LINES)
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES, YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build();

    private static final Grid.Columns<PartitionReport> PARTITIONS = new Grid.Columns<PartitionReport>()
            .text("file", partition -> files(partition.files()))
            .number("from byte", PartitionReport::from)
            .number("to", PartitionReport::to)
            .number("done to", PartitionReport::doneTo)
            .word("state", PartitionReport::state)
            .number("read", partition -> partition.counts().read())
            .number("written", partition -> partition.counts().written())
            .number("rejected", partition -> partition.counts().rejected())
            .figure("seconds", partition -> partition.seconds() == null ? null : Words.seconds(partition.seconds()))
            .figure(
                    "records/s",
                    partition ->
                            partition.recordsPerSecond() == null ? null : Words.number(partition.recordsPerSecond()));

    private static final Grid.Columns<Line> REJECTS = new Grid.Columns<Line>()
            .figure("records", line -> line.group == null ? null : Words.number(line.group.count()))
            .word("column", line -> line.group == null ? null : line.group.column())
            .text("reason", line -> line.group == null ? null : reason(line.group))
            .text("for example", line -> line.sample == null ? null : example(line.sample));

    /** Row of a reason with its first example, or of a further example. */
    private record Line(
            @Nullable RejectGroup group, @Nullable RejectSample sample) {}

    private ContentSections() {}

    static List<Section> of(Conditions conditions, Contents contents) {
        List<Section> sections = new ArrayList<>();
        if (contents.rejects().total() > 0) {
            sections.add(rejects(contents.rejects()));
        }
        sections.addAll(withoutRejects(conditions, contents));
        return sections;
    }

    static List<Section> withoutRejects(Conditions conditions, Contents contents) {
        List<Section> sections = new ArrayList<>();
        if (!contents.partitions().isEmpty()) {
            sections.add(partitions(contents.partitions()));
        }
        sections.add(conditions(conditions, contents));
        return sections;
    }

    private static Section rejects(RejectReasons rejects) {
        List<Line> lines = new ArrayList<>();
        for (RejectGroup group : rejects.groups()) {
            List<RejectSample> samples = group.samples();
            lines.add(new Line(group, samples.isEmpty() ? null : samples.get(0)));
            samples.stream().skip(1).forEach(sample -> lines.add(new Line(null, sample)));
        }
        String title = Words.format("Rejects by reason, %,d in all", rejects.total());
        return rejects.ungrouped() == 0
                ? Section.of(title, REJECTS.of(lines))
                : Section.of(
                        title,
                        REJECTS.of(lines),
                        Words.format("%,d more, for reasons that are not listed.", rejects.ungrouped()));
    }

    private static String reason(RejectGroup group) {
        return group.code() == null ? group.reason() : group.reason() + " (error " + group.code() + ")";
    }

    private static String example(RejectSample sample) {
        String place = sample.file() + ":" + sample.line();
        return sample.value() == null ? place : place + "  \"" + sample.value() + '"';
    }

    private static Section partitions(List<PartitionReport> partitions) {
        Grid grid = PARTITIONS.of(partitions.stream().limit(MOST_PARTITIONS).toList());
        return partitions.size() <= MOST_PARTITIONS
                ? Section.of("Partitions", grid)
                : Section.of(
                        "Partitions",
                        grid,
                        Words.format(
                                "%,d more partitions: --format=json has them all.",
                                partitions.size() - MOST_PARTITIONS));
    }

    private static Section conditions(Conditions conditions, Contents contents) {
        JsonNode settings = conditions.settings();
        List<Fact> facts = new Fact.Collected()
                .and("job file", contents.jobFile())
                .and("parameters", String.join(" ", contents.parameters()))
                .and("write", settings == null ? null : flat(settings.path("write")))
                .and("partition", settings == null ? null : flat(settings.path("partition")))
                .and("server", conditions.server() == null ? null : server(conditions.server()))
                .list();
        return new Section(
                "Settings",
                facts,
                List.of(),
                null,
                List.of(),
                settings == null ? "" : YAML.writeValueAsString(settings));
    }

    /** Writes the settings that are not empty on one line. */
    private static String flat(JsonNode settings) {
        return settings.properties().stream()
                .filter(setting -> isSet(setting.getValue()))
                .map(setting -> setting.getKey() + " " + text(setting.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static boolean isSet(JsonNode value) {
        return value.isValueNode() ? !value.isNull() : !value.isEmpty();
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asString() : value.toString();
    }

    private static String server(TargetServer server) {
        return "MongoDB %s, %s at %s".formatted(server.version(), server.kind(), String.join(",", server.hosts()));
    }

    /** Lists the first of many files. */
    static String files(List<String> files) {
        String listed = files.stream().limit(MOST_FILES).collect(Collectors.joining(", "));
        return files.size() <= MOST_FILES ? listed : listed + Words.format(" and %,d more", files.size() - MOST_FILES);
    }
}
