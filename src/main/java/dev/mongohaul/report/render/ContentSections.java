package dev.mongohaul.report.render;

import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectReasons.RejectGroup;
import dev.mongohaul.reject.RejectReasons.RejectSample;
import dev.mongohaul.report.Conditions;
import dev.mongohaul.report.Contents;
import dev.mongohaul.report.PieceReport;
import dev.mongohaul.report.Words;
import dev.mongohaul.repository.TargetServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Lays out what reports of a run and of an import have in common: pieces, rejects, conditions. */
final class ContentSections {

    private static final int MOST_PIECES = 100;
    private static final int MOST_FILES = 20;

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER, YAMLWriteFeature.SPLIT_LINES)
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES, YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build();

    private static final Grid.Columns<PieceReport> PIECES = new Grid.Columns<PieceReport>()
            .text("file", piece -> files(piece.files()))
            .number("from byte", PieceReport::from)
            .number("to", PieceReport::to)
            .number("done to", PieceReport::doneTo)
            .word("state", PieceReport::state)
            .number("read", piece -> piece.counts().read())
            .number("written", piece -> piece.counts().written())
            .number("rejected", piece -> piece.counts().rejected())
            .figure("seconds", piece -> piece.seconds() == null ? null : Words.seconds(piece.seconds()))
            .figure(
                    "records/s",
                    piece -> piece.recordsPerSecond() == null ? null : Words.number(piece.recordsPerSecond()));

    private static final Grid.Columns<Line> REJECTS = new Grid.Columns<Line>()
            .figure("records", line -> line.group == null ? null : Words.number(line.group.count()))
            .word("column", line -> line.group == null ? null : line.group.column())
            .text("reason", line -> line.group == null ? null : reason(line.group))
            .text("for example", line -> line.sample == null ? null : example(line.sample));

    /** A reason with its first sample, or a further sample. */
    private record Line(
            @Nullable RejectGroup group, @Nullable RejectSample sample) {}

    private ContentSections() {}

    static List<Section> of(Conditions conditions, Contents contents) {
        List<Section> sections = new ArrayList<>();
        if (contents.rejects().total() > 0) {
            sections.add(rejects(contents.rejects()));
        }
        sections.addAll(besideRejects(conditions, contents));
        return sections;
    }

    static List<Section> besideRejects(Conditions conditions, Contents contents) {
        List<Section> sections = new ArrayList<>();
        if (!contents.pieces().isEmpty()) {
            sections.add(pieces(contents.pieces()));
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
                        Words.format("%,d more, for reasons that are too many to be listed.", rejects.ungrouped()));
    }

    private static String reason(RejectGroup group) {
        return group.code() == null ? group.reason() : group.reason() + " (error " + group.code() + ")";
    }

    private static String example(RejectSample sample) {
        String place = sample.file() + ":" + sample.line();
        return sample.value() == null ? place : place + "  \"" + sample.value() + '"';
    }

    private static Section pieces(List<PieceReport> pieces) {
        Grid grid = PIECES.of(pieces.stream().limit(MOST_PIECES).toList());
        return pieces.size() <= MOST_PIECES
                ? Section.of("Pieces", grid)
                : Section.of(
                        "Pieces",
                        grid,
                        Words.format("%,d more pieces: --format=json has them all.", pieces.size() - MOST_PIECES));
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
                "Done with",
                facts,
                List.of(),
                null,
                List.of(),
                settings == null ? "" : YAML.writeValueAsString(settings));
    }

    /** What is set, on one line. */
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

    /** The first of many. */
    static String files(List<String> files) {
        String listed = files.stream().limit(MOST_FILES).collect(Collectors.joining(", "));
        return files.size() <= MOST_FILES ? listed : listed + Words.format(" and %,d more", files.size() - MOST_FILES);
    }
}
