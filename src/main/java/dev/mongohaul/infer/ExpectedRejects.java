package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What an import by an inferred job rejects of what was looked at, in sentences for people. */
record ExpectedRejects(InferredJob job) {

    List<String> comments() {
        InputProfile profile = job.pass().profile();
        List<String> comments = new ArrayList<>();
        profile.malformed()
                .forEach((reason, records) ->
                        comments.add("%s. Line %d: %s".formatted(rejected(records.count()), records.line(), reason)));
        if (job.dialect().ragged() == CsvDialect.Ragged.REJECT) {
            ragged(comments, profile.longer(), "more");
            ragged(comments, profile.shorter(), "fewer");
        }
        if (!comments.isEmpty()) {
            comments.add("  the import fails by them: correct them in the input, or set rejects.limit");
        }
        profile.totals()
                .forEach(total -> comments.add("line %d looks like a total, and %s:%s"
                        .formatted(
                                total.location().line(),
                                isImported(total) ? "is imported like any other record" : "is rejected",
                                Printable.excerpt(" " + String.join(" ", HeaderGuess.texts(total))))));
        return comments;
    }

    private static String rejected(long records) {
        return Counted.of(records, "record") + (records == 1 ? " is" : " are") + " rejected";
    }

    private void ragged(List<String> comments, InputProfile.Misfits records, String than) {
        if (records.count() > 0) {
            comments.add("%s, with %s cells than the %d columns. Line %d%s"
                    .formatted(
                            rejected(records.count()),
                            than,
                            job.header().names().size(),
                            records.line(),
                            records.count() == 1 ? "" : " is the first"));
        }
    }

    /** Whether every cell fits its column, and those of the id are there. */
    private boolean isImported(CsvRecord record) {
        List<ColumnProfile> columns = job.pass().profile().columns();
        List<String> names = job.header().names();
        boolean wide = job.dialect().ragged() == CsvDialect.Ragged.LENIENT || record.cellCount() == names.size();
        return wide
                && IntStream.range(0, columns.size())
                        .allMatch(index -> columns.get(index).isLikeOthers(record, index))
                && job.id().columns().stream()
                        .map(names::indexOf)
                        .allMatch(index -> index < record.cellCount() && record.length(index) > 0);
    }
}
