package dev.mongohaul.serve;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.prove.ComparisonResult;
import dev.mongohaul.prove.Difference;
import dev.mongohaul.prove.FieldDifference;
import dev.mongohaul.prove.Judgement;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.text.Printable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What an import of a job would change, as its page shows it. Values are shortened, so that a result takes little memory.
 *
 * @param made when it was compared
 * @param files that were compared
 * @param counts of records, and of documents that the input lacks
 * @param fields that would change, with the number of documents; empty if there are none
 * @param samples some differences of each kind
 * @param notes sentences about what could not be compared
 */
record DiffView(
        String made, String files, List<String> counts, String fields, List<Sample> samples, List<String> notes) {

    private static final int MOST_FIELDS = 10;
    private static final int LONGEST_VALUE = 80;
    private static final int LONGEST_TEXT = 1_000;

    /** Difference as a row of a table. */
    record Sample(String kind, String key, String place, String text) {}

    static DiffView of(ImportJob job, ComparisonResult result) {
        List<String> counts = Arrays.stream(Judgement.values())
                .filter(kind -> result.count(kind) > 0 || kind.isDifference() || kind == Judgement.EQUAL)
                .map(kind -> Words.format("%,d %s", result.count(kind), word(kind)))
                .toList();
        Stream<String> stopped = result.whole() ? Stream.empty() : Stream.of("It was stopped before the end.");
        return new DiffView(
                Words.time(Instant.now()),
                Printable.shortened(
                        job.inputs().list().stream().map(input -> input.name()).collect(Collectors.joining(", ")),
                        LONGEST_TEXT),
                counts,
                result.fields().entrySet().stream()
                        .limit(MOST_FIELDS)
                        .map(field -> Words.format("%s %,d", name(field.getKey()), field.getValue()))
                        .collect(Collectors.joining(", ")),
                result.samples().values().stream()
                        .flatMap(List::stream)
                        .map(DiffView::sample)
                        .toList(),
                Stream.concat(stopped, result.notes().stream()).toList());
    }

    private static Sample sample(Difference difference) {
        List<String> parts = new ArrayList<>();
        BsonDocument document = difference.document();
        if (document != null) {
            document.forEach((name, value) -> parts.add(name + ": " + shown(value)));
        }
        for (FieldDifference field : difference.fields()) {
            parts.add("%s: %s → %s".formatted(name(field.path()), shown(field.actual()), shown(field.expected())));
        }
        return new Sample(
                word(difference.kind()),
                Printable.shortened(difference.key().toJson(), LONGEST_VALUE),
                difference.place() == null ? "" : difference.place(),
                Printable.shortened(parts.stream().limit(MOST_FIELDS).collect(Collectors.joining("; ")), LONGEST_TEXT));
    }

    private static String name(String path) {
        return path.isEmpty() ? "order of fields" : path;
    }

    private static String shown(@Nullable BsonValue value) {
        if (value == null) {
            return "nothing";
        }
        String json = new BsonDocument("", value).toJson();
        return Printable.shortened(json.substring("{\"\": ".length(), json.length() - 1), LONGEST_VALUE);
    }

    private static String word(Judgement judgement) {
        return judgement.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
