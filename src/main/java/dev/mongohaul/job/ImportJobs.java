package dev.mongohaul.job;

import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.MistakenCharset;
import dev.mongohaul.csv.RecordsStart;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.csv.source.PathRoots;
import dev.mongohaul.job.expect.Expected;
import dev.mongohaul.job.setting.DatedFiles;
import dev.mongohaul.job.setting.EmptyInput;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.Snapshot;
import dev.mongohaul.job.setting.UnmatchedRecords;
import dev.mongohaul.job.setting.Write;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.repository.plan.StoredRequest;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Preparation of imports from job files without a server. Imports that cannot run are refused. */
public final class ImportJobs {

    private static final Logger LOG = LoggerFactory.getLogger(ImportJobs.class);

    private final InputStream standardInput;
    private final ImportProperties properties;
    private final InputRules rules;
    private final Path workingDirectory;
    private final Entities entities;

    /** @param standardInput what the file {@code -} stands for */
    public ImportJobs(InputStream standardInput, ImportProperties properties) {
        this(standardInput, properties, properties.inputRules(), Path.of(""));
    }

    /**
     * @param rules of what may be read, in place of those of the properties
     * @param workingDirectory the start of the names of inputs
     */
    public ImportJobs(InputStream standardInput, ImportProperties properties, InputRules rules, Path workingDirectory) {
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

    /** As {@link #prepare(JobFile, StoredRequest)}, by other rules of what may be read. */
    public Optional<ImportJob> prepare(JobFile file, StoredRequest request, InputRules rules) {
        properties.requireOutput(file.rejects().directory());
        requireFolders(file);
        try {
            CsvDialect dialect = file.source()
                    .dialect(Math.toIntExact(properties.maxRecordSize().toBytes()));
            Inputs inputs = new InputSources(workingDirectory, standardInput, rules.taking(takesFiles(file)))
                    .find(file.source().files());
            requireNoRejects(file, inputs);
            Expected expected = Expected.of(file, inputs);
            expected.requireReady();
            InputSurvey found = InputSurvey.of(inputs, dialect);
            Inputs records = withoutLastLines(inputs, found, expected.lastLines());
            InputSurvey survey = found.endingAs(records);
            expected.requireTrailers(records, survey);
            MistakenCharset.of(inputs, survey).ifPresent(mistake -> LOG.warn("{}: {}", file.name(), mistake));
            if (survey.hasRecords()) {
                ImportJob job = job(file, request, records, survey, dialect);
                UnnamedColumn.requireFirst(records, survey, dialect);
                SkippedLines.requireNoRecordBelowHeader(job, survey);
                if (file.source().fileRules().skipLastLines() > 0) {
                    SkippedLines.requireNoRecord(job, inputs);
                }
                return Optional.of(job);
            }
            if (file.empty() == EmptyInput.OK) {
                expected.requireNothing(records, survey);
                return Optional.empty();
            }
            throw InputException.refused("%s: the input has no record; write empty: ok into the job where that is fine"
                    .formatted(String.join(", ", file.source().files())));
        } catch (InputException e) {
            if (e.isNothingFound() && file.empty() == EmptyInput.OK) {
                return Optional.empty();
            }
            throw e;
        } catch (IOException e) {
            throw InputException.unread(e);
        }
    }

    private static boolean takesFiles(JobFile file) {
        return !file.source().fileRules().after().keepsAll();
    }

    /** Refuses folders for files after their import that the process may not write to, or that senders may. */
    private void requireFolders(JobFile file) {
        Path jobFolder =
                Objects.requireNonNull(file.path().toAbsolutePath().normalize().getParent());
        file.source().fileRules().after().folders().stream()
                .filter(InputSources::isFile)
                .map(folder -> Path.of(DatedFiles.folder(folder, file, Instant.now())))
                .forEach(folder -> {
                    properties.requireOutput(folder);
                    requireApart(file, jobFolder, folder.toAbsolutePath().normalize());
                });
    }

    private static void requireApart(JobFile file, Path jobFolder, Path folder) {
        if (folder.equals(jobFolder)) {
            throw new JobRefusedException(
                    file.name(),
                    List.of("source.after: %s is the folder of job files, to which no input is moved"
                            .formatted(folder)));
        }
        // A sender that can write to the folder of job files is trusted.
        List<String> patterns =
                file.source().files().stream().filter(InputSources::isPattern).toList();
        PathRoots.around(patterns).folders().stream()
                .filter(searched -> folder.startsWith(searched) && !jobFolder.startsWith(searched))
                .findFirst()
                .ifPresent(searched -> {
                    throw new JobRefusedException(
                            file.name(),
                            List.of("source.after: %s lies in %s, to which senders write: name a folder outside of it"
                                    .formatted(folder, searched)));
                });
    }

    /**
     * Finds the files of a job that imports each file, without reading them.
     *
     * @param others rules of what may be read; null for those of the process
     */
    public List<Input> find(JobFile file, @Nullable InputRules others) {
        requireFolders(file);
        InputRules allowed = others == null ? rules : others;
        List<Input> found = new InputSources(workingDirectory, standardInput, allowed.taking(takesFiles(file)))
                .findAny(file.source().files());
        Expected.requireNoCompanion(file, found);
        return found;
    }

    /** Refuses rejected records, by which an import of the whole input would replace all others. */
    private static void requireNoRejects(JobFile file, Inputs inputs) {
        if (file.removesOthers()) {
            String advice = file.partSettings()
                    .map("When that import is completed, add %s to the command, which adds them"::formatted)
                    .orElse(JobFile.NO_PART);
            ImportJob.rejectFile(file, inputs).ifPresent(input -> {
                throw new JobRefusedException(
                        file.name(),
                        List.of(
                                "source.files: %s contains the rejects of an import, and this job would remove all other documents. %s"
                                        .formatted(Printable.quoted(input), advice)));
            });
        }
    }

    private static Inputs withoutLastLines(Inputs inputs, InputSurvey survey, int lines) throws IOException {
        return lines == 0
                ? inputs
                : inputs.withoutLastLines(
                        lines,
                        survey.starts().stream().map(RecordsStart::charset).toList());
    }

    /** As {@link #prepare(JobFile, StoredRequest)}, with parameters that are laid over the file already. */
    public Optional<ImportJob> prepare(JobFile file, List<String> parameters) {
        return prepare(file, new StoredRequest(file.path().toAbsolutePath().toString(), parameters));
    }

    private ImportJob job(JobFile file, StoredRequest request, Inputs inputs, InputSurvey survey, CsvDialect dialect)
            throws IOException {
        RecordTypes types;
        Mapping mapping;
        try {
            types = RecordTypes.of(file, entities);
            mapping = Mapping.of(file.mapping(survey.header().orElseThrow().names()), types.entity());
            types.requireKept(mapping, inputs, survey, dialect);
        } catch (MappingException e) {
            throw new JobRefusedException(file.name(), e.problems());
        }
        requireFreeMark(file, mapping);
        WriteSettings write = writeSettings(file, mapping);
        ImportJob job = new ImportJob(file, request, inputs, survey, dialect, types, mapping, write);
        ChunkMemory.OF_PROCESS.requireRoom(job);
        job.writer().refusal(write, job.rendering()).ifPresent(reason -> {
            throw new JobRefusedException(
                    file.name(), List.of("write.writer: %s cannot do this: %s".formatted(job.writer(), reason)));
        });
        return job;
    }

    /** Refuses a mark that is a field of the documents, which would then count as marked. */
    private static void requireFreeMark(JobFile file, Mapping mapping) {
        FieldPath mark = file.snapshots().map(Snapshot::markField).orElse(null);
        if (mark == null) {
            return;
        }
        mapping.places().stream()
                .filter(place -> !place.fields().isEmpty()
                        && mapping.fieldOf(place.column()).overlaps(mark))
                .findFirst()
                .ifPresent(place -> {
                    throw new JobRefusedException(
                            file.name(),
                            List.of("snapshot.mark-field: column %s goes to %s: use another field for the mark"
                                    .formatted(Printable.quoted(place.column()), mapping.fieldOf(place.column()))));
                });
    }

    /** Returns the settings of the writer; only a job that inserts makes an {@code _id} of the record's place. */
    private WriteSettings writeSettings(JobFile file, Mapping mapping) {
        Write write = file.write();
        Set<WriteOperation> operations = write.operation().types();
        boolean inserts = operations.stream().anyMatch(WriteOperation::inserts);
        boolean updates = operations.stream().anyMatch(WriteOperation::updates);
        List<String> match = write.match().equals(file.target().id()) ? List.of() : write.match();
        requireColumns(file, mapping, match);
        match.forEach(column -> requireReachable(
                file,
                mapping.fieldOf(column),
                "write.match: column \"%s\" goes to a field with a dot in its name, which no filter reaches: name"
                        + " other columns, or give the field another name (to)",
                column));
        if (inserts && operations.size() > 1) {
            requireKnownInserts(file, operations, match, mapping.generatesIds());
        }
        if (updates) {
            mapping.places().stream()
                    .filter(place -> !place.fields().isEmpty())
                    .forEach(place -> requireReachable(
                            file,
                            mapping.fieldOf(place.column()),
                            "write.operation: column \"%s\" goes to a field with a dot in its name, which no update"
                                    + " reaches: give the field another name (to), or leave the column out",
                            place.column()));
        }
        return new WriteSettings(
                file.target().collection(),
                operations,
                match.stream().map(column -> mapping.fieldOf(column).toString()).toList(),
                updates ? mapping.nestedPaths() : Set.of(),
                write.unmatched() == UnmatchedRecords.REJECT,
                write.ordered(),
                write.concern(),
                mapping.generatesIds() && inserts,
                write.buffer(),
                properties.rideThrough());
    }

    /** Refuses columns of {@code write.match} that no record has; a processor may add them. */
    private static void requireColumns(JobFile file, Mapping mapping, List<String> match) {
        List<String> there = mapping.places().stream().map(ColumnPlace::column).toList();
        match.stream()
                .filter(column -> file.processor() == null && !there.contains(column))
                .findFirst()
                .ifPresent(column -> {
                    throw new JobRefusedException(
                            file.name(),
                            List.of("write.match names the column %s, which the header lacks%s. The columns are: %s"
                                    .formatted(
                                            Printable.quoted(column),
                                            NearestName.hint(column, there),
                                            there.stream()
                                                    .map(Printable::quoted)
                                                    .collect(Collectors.joining(", ")))));
                });
    }

    /** Refuses other operations beside inserts unless they find documents by what no insert can take from them unseen. */
    private static void requireKnownInserts(
            JobFile file, Set<WriteOperation> operations, List<String> match, boolean generatesIds) {
        if (operations.contains(WriteOperation.ADD) && (generatesIds || !match.isEmpty())) {
            throw new JobRefusedException(
                    file.name(),
                    List.of(
                            "write.operation: beside other operations, add finds documents by _id: name its columns under"
                                    + " target.id, and leave write.match out"));
        }
        if (!generatesIds && !match.isEmpty()) {
            throw new JobRefusedException(
                    file.name(),
                    List.of("write.match: an insert is known by its _id, and beside it the others must be found by that"
                            + " too: leave write.match out, or use upsert in place of insert"));
        }
        if (generatesIds && operations.stream().anyMatch(WriteOperation::replaces)) {
            throw new JobRefusedException(
                    file.name(),
                    List.of("write.operation: beside insert, a replacement needs an _id of columns: name them under"
                            + " target.id, or use update"));
        }
    }

    /** Refuses a name with a dot, because the dots of a filter and of an update nest. */
    private static void requireReachable(JobFile file, FieldPath path, String message, String column) {
        if (path.elements().stream().anyMatch(element -> element.contains("."))) {
            throw new JobRefusedException(file.name(), List.of(message.formatted(column)));
        }
    }
}
