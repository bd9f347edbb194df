package dev.mongohaul.cli.output;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectSample;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** Advice about a record that was rejected because another one has its {@code _id}. */
record RepeatedId(ImportJob job) {

    private static final int DUPLICATE_KEY = 11000;

    /** Larger inputs are not read again. */
    private static final long LARGEST_INPUT = 256L << 20;

    /** Returns a line about the first such record; empty if there is none. */
    String advice(List<RejectGroup> groups) {
        if (!job.write().insertsOnly()
                || job.write().leavesExisting()
                || job.mapping().generatesIds()) {
            return "";
        }
        return groups.stream()
                .filter(group -> Integer.valueOf(DUPLICATE_KEY).equals(group.code())
                        && group.reason().contains("index: _id_ "))
                .flatMap(group -> group.samples().stream())
                .findFirst()
                .map(sample ->
                        "%s has the _id of %s. With --operation=add, a document that has the _id of a record is left as it is; with --operation=upsert, it is replaced%n"
                                .formatted(
                                        place(sample.file(), sample.line()),
                                        other(sample).orElse("a document that is there already")))
                .orElse("");
    }

    private static String place(String file, long line) {
        return Printable.excerpt(file) + ":" + line;
    }

    /** Returns the place of another record with the same cells in the columns of the id; empty if none is found. */
    private Optional<String> other(RejectSample rejected) {
        List<Integer> columns = job.file().target().id().stream()
                .map(job.header().names()::indexOf)
                .toList();
        if (job.inputs().isReadOnce() || job.inputBytes() > LARGEST_INPUT || columns.contains(-1)) {
            return Optional.empty();
        }
        try {
            Optional<CsvRecord> itself = first(record -> isAt(record, rejected));
            return itself.isEmpty()
                    ? Optional.empty()
                    : first(record -> !isAt(record, rejected) && sameCells(record, itself.get(), columns))
                            .map(record ->
                                    place(fileOf(record), record.location().line()));
        } catch (IOException | InputException e) {
            return Optional.empty();
        }
    }

    private boolean isAt(CsvRecord record, RejectSample sample) {
        return record.location().line() == sample.line() && fileOf(record).equals(sample.file());
    }

    private String fileOf(CsvRecord record) {
        return job.inputs().list().get(record.location().input()).name();
    }

    private static boolean sameCells(CsvRecord one, CsvRecord other, List<Integer> columns) {
        return columns.stream()
                .allMatch(column -> column < one.cellCount()
                        && column < other.cellCount()
                        && one.text(column).equals(other.text(column)));
    }

    private Optional<CsvRecord> first(Predicate<CsvRecord> condition) throws IOException {
        CsvItemReader reader = CsvItemReader.withoutHeader(
                job.inputs(), job.dialect(), new ReadRange(0, job.inputs().endOffset(), 1));
        reader.open(new ExecutionContext());
        try {
            for (CsvItem item = reader.read(); item != null; item = reader.read()) {
                if (item instanceof CsvRecord record && condition.test(record)) {
                    return Optional.of(record);
                }
            }
            return Optional.empty();
        } finally {
            reader.close();
        }
    }
}
