package dev.mongohaul.job;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.Header;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.job.Translation.WriteTranslation;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.repository.ImportPlan.StoredRequest;
import dev.mongohaul.writer.delivery.WriteSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Prepares imports from job files, and refuses those that cannot run, without a server. */
public final class ImportJobs {

    private final InputStream standardInput;
    private final ImportProperties properties;
    private final InputRules rules;
    private final Path workingDirectory;
    private final Entities entities;

    /** @param standardInput what the file {@code -} stands for */
    public ImportJobs(InputStream standardInput, ImportProperties properties) {
        this(standardInput, properties, Path.of(""));
    }

    /** @param workingDirectory the start of the names of inputs */
    public ImportJobs(InputStream standardInput, ImportProperties properties, Path workingDirectory) {
        this(standardInput, properties, properties.inputRules(), workingDirectory);
    }

    /** @param rules of what may be read, in place of those of the properties */
    public ImportJobs(InputStream standardInput, ImportProperties properties, InputRules rules) {
        this(standardInput, properties, rules, Path.of(""));
    }

    private ImportJobs(
            InputStream standardInput, ImportProperties properties, InputRules rules, Path workingDirectory) {
        this.standardInput = standardInput;
        this.properties = properties;
        this.rules = rules;
        this.workingDirectory = workingDirectory.toAbsolutePath();
        this.entities = Entities.of(System.getenv());
    }

    /**
     * Prepares the import of a job; empty if there is no record and the job allows that.
     *
     * @throws JobRefusedException if the job cannot run
     * @throws InputException if an input cannot be read or is empty
     */
    public Optional<ImportJob> prepare(JobFile file, StoredRequest request) {
        return prepare(file, request, rules);
    }

    /**
     * As {@link #prepare(JobFile, StoredRequest)}, by other rules of what may be read.
     *
     * @throws JobRefusedException if the job cannot run
     * @throws InputException if an input cannot be read or is empty
     */
    public Optional<ImportJob> prepare(JobFile file, StoredRequest request, InputRules rules) {
        properties.requireOutput(file.rejects().directory());
        try {
            CsvDialect dialect = Translation.dialect(
                    file.source(), Math.toIntExact(properties.maxRecordSize().toBytes()));
            Inputs inputs = Inputs.resolve(workingDirectory, file.source().files(), standardInput, rules);
            InputSurvey survey = InputSurvey.of(inputs, dialect);
            if (!survey.hasRecords()) {
                return empty(file, "has no record");
            }
            return Optional.of(job(file, request, inputs, survey, dialect));
        } catch (InputException e) {
            if (e.isNothingFound() && file.empty() == JobFile.Empty.OK) {
                return Optional.empty();
            }
            throw e;
        } catch (IOException e) {
            throw InputException.refused("The input cannot be read: " + e.getMessage());
        }
    }

    /**
     * As {@link #prepare(JobFile, StoredRequest)}, for a request that is never repeated from its stored form.
     *
     * @param parameters that are laid over the file already
     */
    public Optional<ImportJob> prepare(JobFile file, List<String> parameters) {
        return prepare(file, new StoredRequest(file.path().toAbsolutePath().toString(), parameters));
    }

    private ImportJob job(JobFile file, StoredRequest request, Inputs inputs, InputSurvey survey, CsvDialect dialect) {
        EntityType<?> entity = entity(file);
        Mapping mapping = mapping(file, survey.header().orElseThrow(), entity);
        WriteSettings write = WriteTranslation.settings(file, mapping, properties.rideThrough());
        ImportJob job = new ImportJob(file, request, inputs, survey, dialect, entity, mapping, write);
        ChunkMemory.OF_PROCESS.requireRoom(job);
        job.writer().refusal(write, job.rendering()).ifPresent(reason -> {
            throw new JobRefusedException(
                    file.name(), List.of("write.writer: %s cannot do this: %s".formatted(job.writer(), reason)));
        });
        return job;
    }

    private @Nullable EntityType<?> entity(JobFile file) {
        try {
            return file.entity() == null ? null : entities.named(file.entity());
        } catch (MappingException e) {
            throw new JobRefusedException(file.name(), e.problems());
        }
    }

    private static Mapping mapping(JobFile file, Header header, @Nullable EntityType<?> entity) {
        try {
            return Mapping.of(Translation.mapping(file, header.names()), entity);
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
