package dev.mongohaul.job;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.Header;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.repository.ImportRequest;
import dev.mongohaul.writer.WriterType;
import dev.mongohaul.writer.target.WriteSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Makes imports of job files, and refuses those that cannot be run, before any server is asked. */
public final class ImportJobs {

    private final InputStream standardInput;
    private final ImportProperties properties;

    /** @param standardInput what the file {@code -} stands for */
    public ImportJobs(InputStream standardInput, ImportProperties properties) {
        this.standardInput = standardInput;
        this.properties = properties;
    }

    /**
     * The import that the job asks for now; empty where there is no record and the job allows that.
     *
     * @throws JobRefusedException for what cannot be done
     * @throws InputException for an input that cannot be read, or has nothing in it
     */
    public Optional<ImportJob> prepare(JobFile file, ImportRequest request) {
        List<String> unbuilt = NotBuiltYet.in(file);
        if (!unbuilt.isEmpty()) {
            throw new JobRefusedException(file.name(), unbuilt);
        }
        try {
            CsvDialect dialect = Translation.dialect(
                    file.source(), Math.toIntExact(properties.maxRecordSize().toBytes()));
            Inputs inputs =
                    Inputs.resolve(Path.of("").toAbsolutePath(), file.source().files(), standardInput);
            InputSurvey survey = InputSurvey.of(inputs, dialect);
            if (!survey.hasRecords()) {
                return empty(file, "has no record");
            }
            return Optional.of(job(file, request, inputs, survey.header().orElseThrow(), dialect));
        } catch (InputException e) {
            if (e.isNothingFound() && file.empty() == JobFile.Empty.OK) {
                return Optional.empty();
            }
            throw e;
        } catch (IOException e) {
            throw InputException.refused("The input cannot be read: " + e.getMessage());
        }
    }

    private ImportJob job(JobFile file, ImportRequest request, Inputs inputs, Header header, CsvDialect dialect) {
        Mapping mapping = mapping(file, header);
        WriterType writer = file.write().writer();
        WriteSettings write = WriteTranslation.settings(file, mapping.generatesIds(), properties.rideThrough());
        writer.refusal(write).ifPresent(reason -> {
            throw new JobRefusedException(
                    file.name(), List.of("write.writer: %s cannot do this: %s".formatted(writer.name(), reason)));
        });
        return new ImportJob(file, request, inputs, header, dialect, mapping, write);
    }

    private static Mapping mapping(JobFile file, Header header) {
        try {
            return Mapping.of(Translation.mapping(file, header.names()));
        } catch (MappingException e) {
            throw new JobRefusedException(file.name(), e.problems());
        }
    }

    private static Optional<ImportJob> empty(JobFile file, String what) {
        if (file.empty() == JobFile.Empty.OK) {
            return Optional.empty();
        }
        throw InputException.refused("%s: the input %s; write empty: ok into the job where that is fine"
                .formatted(String.join(", ", file.source().files()), what));
    }
}
