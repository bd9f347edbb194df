package dev.mongohaul.job;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.TotalWords;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** Lines that {@code header.below} leaves out below the header of each input, and {@code skip-last-lines} at its end. */
final class SkippedLines {

    private static final Logger LOG = LoggerFactory.getLogger(SkippedLines.class);
    private static final Set<String> TEXTS = Set.of(FieldType.STRING.word(), FieldType.AUTO.word());

    private SkippedLines() {}

    /**
     * Refuses an input that ends with a record where a line below the table is to be skipped: it would be lost.
     *
     * @param whole the inputs with these lines
     * @throws InputException naming the first record
     */
    static void requireNoRecord(ImportJob job, Inputs whole) throws IOException {
        DocumentMapper<Document> mapper =
                job.mapping().to(Rendering.DOCUMENT, job.generatesIds() ? new GeneratedIds(0, 0) : null);
        for (Input input : job.inputs().list()) {
            ReadRange range = new ReadRange(
                    input.recordsEnd(), whole.list().get(input.index()).recordsEnd(), 1);
            CsvItemReader reader = new CsvItemReader(whole, job.dialect(), job.header(), range, Long.MAX_VALUE);
            try {
                reader.open(new ExecutionContext());
                for (CsvItem item = reader.read(); item != null; item = reader.read()) {
                    if (item instanceof CsvRecord record
                            && (isFilled(record) || beginsWithValue(job, record))
                            && !TotalWords.areIn(record)
                            && !TotalWords.isEnd(record.text(0))
                            && mapper.map(record) instanceof MappedDocument) {
                        throw refusal(job, input, record);
                    }
                }
            } finally {
                reader.close();
            }
        }
    }

    /**
     * Refuses corrected rejects with a record below the header where a line such as units is to be skipped: it would be lost. Of
     * other inputs, such a line may be what the job leaves out, so that a warning says it.
     *
     * @throws InputException naming the first record
     */
    static void requireNoRecordBelowHeader(ImportJob job, InputSurvey survey) {
        DocumentMapper<Document> mapper =
                job.mapping().to(Rendering.DOCUMENT, job.generatesIds() ? new GeneratedIds(0, 0) : null);
        for (Input input : job.inputs().list()) {
            for (CsvRecord record : survey.below().get(input.index())) {
                if (hasValue(job, record) && mapper.map(record) instanceof MappedDocument) {
                    if (job.importsRejects()) {
                        throw InputException.refused(
                                "%s: a line below the header, which source.header.below leaves out, is a record: %s. Put the line that the files have there, such as units, above it"
                                        .formatted(input.name(), excerpt(job, record)));
                    }
                    LOG.warn(
                            "{}: {}: a line below the header, which source.header.below leaves out, could be a record: {}",
                            job.name(),
                            input.name(),
                            excerpt(job, record));
                }
            }
        }
    }

    /** Returns whether a cell is a value of its column, and no text. */
    private static boolean hasValue(ImportJob job, CsvRecord record) {
        return IntStream.range(
                        0, Math.min(record.cellCount(), job.mapping().places().size()))
                .anyMatch(column -> !job.mapping().isBlank(record, column)
                        && TEXTS.stream()
                                .noneMatch(job.mapping().places().get(column).type()::contains));
    }

    /** Returns whether more than half of the cells have a value; lines below a table fill few of its columns. */
    private static boolean isFilled(CsvRecord record) {
        long filled = IntStream.range(0, record.cellCount())
                .filter(cell -> !record.text(cell).isBlank())
                .count();
        return filled * 2 > record.cellCount();
    }

    /** Returns whether the first cell is a value of its column, and no text; lines below a table begin with a word. */
    private static boolean beginsWithValue(ImportJob job, CsvRecord record) {
        return !job.mapping().isBlank(record, 0)
                && !TEXTS.contains(job.mapping().places().get(0).type());
    }

    private static InputException refusal(ImportJob job, Input input, CsvRecord record) {
        return InputException.refused(
                "%s: the last lines, which source.skip-last-lines leaves out, have a record: %s. If this file ends with its last record, add skip-last-lines=0; if the line is no record, let source.expect.trailer or source.comment describe it"
                        .formatted(input.name(), excerpt(job, record)));
    }

    private static String excerpt(ImportJob job, CsvRecord record) {
        return Printable.excerpt(String.join(String.valueOf(job.dialect().delimiter()), record.texts()));
    }
}
