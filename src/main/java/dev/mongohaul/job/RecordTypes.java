package dev.mongohaul.job;

import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.job.processor.ProcessorType;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.spec.MappingException;
import java.io.IOException;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Classes of the user that a job names.
 *
 * @param entity of the objects that records are mapped to; null if they are mapped to documents
 * @param processor of these objects or documents; null if there is none
 */
record RecordTypes(@Nullable EntityType<?> entity, @Nullable ProcessorType<?> processor) {

    /** Records that are converted before an import begins. */
    private static final int FIRST_RECORDS = 100;

    static RecordTypes of(JobFile file, Entities classes) {
        EntityType<?> entity = file.entity() == null ? null : classes.named(file.entity());
        return new RecordTypes(
                entity,
                file.processor() == null
                        ? null
                        : classes.processor(file.processor(), entity, file.processorSettings()));
    }

    /**
     * Refuses a class that stores other values than the columns say, by the first records.
     *
     * @throws MappingException with a sentence for each field
     */
    void requireKept(Mapping mapping, Inputs inputs, InputSurvey survey, CsvDialect dialect) throws IOException {
        if (entity == null) {
            return;
        }
        Input first = inputs.list().get(survey.filled().indexOf(true));
        DocumentMapper<Document> mapper =
                mapping.to(Rendering.DOCUMENT, mapping.generatesIds() ? new GeneratedIds(0, 0) : null);
        List<String> changes = CsvItemReader.peek(
                        first, dialect, survey.header().orElseThrow(), FIRST_RECORDS)
                .stream()
                .map(mapper::map)
                .filter(MappedDocument.class::isInstance)
                .flatMap(item -> entity.changes(((MappedDocument<Document>) item).content()).stream())
                .distinct()
                .toList();
        if (!changes.isEmpty()) {
            throw new MappingException(changes);
        }
    }
}
