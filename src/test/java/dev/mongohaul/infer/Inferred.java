package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.repository.partition.ImportPartition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.bson.Document;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Inferred job file, and the result of an import with it.
 *
 * @param folder that holds the inputs, and could hold {@code jobs/}
 */
public record Inferred(Path folder, String text) {

    static final Hints NO_HINTS = new Hints(Map.of(), true, false, null, null);

    private static final Pattern MENTIONED =
            Pattern.compile("(?m)^# ([0-9,]+) records? (?:.*, and )?(?:is|are) rejected");

    static Inferred of(Path folder, SampleSize size, String... files) {
        return new Inferred(
                folder,
                new JobInference(folder, size, InputRules.ANY)
                        .infer(List.of(files), NO_HINTS)
                        .text());
    }

    public static Inferred of(Path folder, String... files) {
        return of(folder, SampleSize.USUAL, files);
    }

    /** Returns the import of the job file, which is read as if it were saved in {@code jobs/}. */
    ImportJob job() {
        return TestJob.in(folder, "inferred", text).prepare();
    }

    public List<Document> documents() {
        return items().stream()
                .filter(MappedDocument.class::isInstance)
                .map(item -> ((MappedDocument<Document>) item).content())
                .toList();
    }

    /** Returns the number of rejects that the comments mention. */
    int mentionedRejects() {
        return MENTIONED
                .matcher(text)
                .results()
                .mapToInt(result -> Integer.parseInt(result.group(1).replace(",", "")))
                .sum();
    }

    /** Returns the names of the columns. */
    List<String> columns() {
        return job().header().names();
    }

    /** Returns the reasons of the rejects. */
    List<String> rejects() {
        return items().stream()
                .filter(UnmappedRecord.class::isInstance)
                .map(item -> ((UnmappedRecord<Document>) item).reason())
                .toList();
    }

    List<MappedItem<Document>> items() {
        ImportJob job = job();
        GeneratedIds ids = job.generatesIds() ? GeneratedIds.of(Instant.EPOCH, 1) : null;
        DocumentMapper<Document> mapper = job.mapping().to(Rendering.DOCUMENT, ids);
        CsvItemReader reader =
                job.reader(ImportPartition.untouched(0, job.inputs().endOffset(), 1));
        reader.open(new ExecutionContext());
        try {
            List<MappedItem<Document>> items = new ArrayList<>();
            CsvItem item = reader.read();
            while (item != null || reader.pausedAtByteLimit()) {
                if (item == null) {
                    reader.resume();
                } else {
                    items.add(mapper.map(item));
                }
                item = reader.read();
            }
            return items;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            reader.close();
        }
    }
}
