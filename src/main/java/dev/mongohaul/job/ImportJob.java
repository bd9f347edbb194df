package dev.mongohaul.job;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvItemReader.ReadRange;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.Header;
import dev.mongohaul.csv.Header.HeaderBytes;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.job.InputScan.InputFiles;
import dev.mongohaul.job.file.EffectiveSettings;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.TargetIndex;
import dev.mongohaul.job.file.Write;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.repository.ImportPlan.CsvHead;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import dev.mongohaul.repository.ImportPlan.StoredRequest;
import dev.mongohaul.writer.WriterType;
import dev.mongohaul.writer.delivery.WriteSettings;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Import that is ready to run: a job file, the parameters of this run, and an input whose header fits them.
 *
 * @param file the job file with the parameters laid over it
 * @param request what was asked for
 * @param inputs in the order they are read
 * @param survey of the inputs' beginnings: their header, and where records begin
 * @param dialect of the inputs
 * @param entity class of the objects that records are mapped to; null if they are mapped to documents
 * @param mapping of records to documents or objects
 * @param write settings of the writer
 */
public record ImportJob(
        JobFile file,
        StoredRequest request,
        Inputs inputs,
        InputSurvey survey,
        CsvDialect dialect,
        @Nullable EntityType<?> entity,
        Mapping mapping,
        WriteSettings write) {

    public String name() {
        return file.name();
    }

    /** Returns the header of all inputs. */
    public Header header() {
        return survey.header().orElseThrow();
    }

    /**
     * Returns the number of partitions: one if operations on a key must keep their order, or if the input allows only one
     * reader.
     */
    public int gridSize() {
        return inputs.isStandardInput() || !inAnyOrder() ? 1 : file.partition().gridSize();
    }

    /** Returns whether the order of records does not matter. */
    private boolean inAnyOrder() {
        return write.insertsOnly() || promisesUniqueKeys();
    }

    /** Returns whether each key may occur only once in the input. */
    public boolean promisesUniqueKeys() {
        return file.write().keys() == Write.Keys.UNIQUE;
    }

    /** Returns the same import with unacknowledged writes, as {@link WriteSettings#withoutConfirmation()}; for comparisons only. */
    public ImportJob withoutConfirmation() {
        return new ImportJob(file, request, inputs, survey, dialect, entity, mapping, write.withoutConfirmation());
    }

    /** Returns the same import with inputs that fail if they differ from what was scanned. */
    public ImportJob of(InputScan scan) {
        return new ImportJob(file, request, scan.inputs(), survey, dialect, entity, mapping, write);
    }

    /** Returns the maximum memory of all chunks in flight, in bytes. */
    public long chunkBytesAtOnce() {
        return gridSize() * file.write().chunkBytes().toBytes();
    }

    /** Returns the number of threads that write at the same time. */
    public int threads() {
        return inAnyOrder() || !write.ordered() ? file.partition().gridSize() : 1;
    }

    /** Returns the target database; null for the one of the connection string. */
    public @Nullable String database() {
        return file.target().database();
    }

    public List<TargetIndex> indexes() {
        return file.target().indexes();
    }

    /** Returns whether concurrent upserts could insert a document twice without a unique index on the match fields. */
    public boolean needsUniqueMatch() {
        return write.upsert() && !write.match().isEmpty() && !write.match().equals(List.of("_id"));
    }

    /** Returns whether ids are generated from the positions of records. */
    public boolean generatesIds() {
        return write.generatedIds();
    }

    /** Returns whether dropped and padded cells are counted. */
    public boolean countsCells() {
        return dialect.ragged() == CsvDialect.Ragged.LENIENT;
    }

    /** Counts the cells that a record has too many or too few. */
    public Counts.Cells cells(CsvRecord record) {
        return Counts.Cells.of(record.cellCount(), header().size());
    }

    /** Returns whether loading the same content again adds every document again. */
    public boolean addsUnderOtherIds() {
        return generatesIds() && write.insertsOnly();
    }

    /**
     * Describes how the settings that change documents differ from those of an earlier run; empty if unknown.
     *
     * @param earlier {@link #settings} of that run
     */
    public List<String> changesSince(@Nullable String earlier) {
        return earlier == null ? List.of() : EffectiveSettings.of(file).changesSince(earlier);
    }

    public int chunkSize() {
        return file.write().chunkSize();
    }

    public RejectLimit rejectLimit() {
        return file.rejects().limit();
    }

    public Path rejectsDirectory() {
        return file.rejects().directory();
    }

    /** Returns whether this import abandons an unfinished import of other content. */
    public boolean abandonsUnfinished() {
        return file.unfinished() == JobFile.Unfinished.ABANDON;
    }

    /** Returns the identity of this import. */
    public ImportIdentity identity(String content, String targetDatabase) {
        return Meaning.of(this, content, targetDatabase);
    }

    /** Returns every setting with its value, as one line of JSON. */
    public String settings() {
        return EffectiveSettings.of(file).toJson();
    }

    /** Returns the bytes of the input as offsets count them; 0 if unknown before the end. */
    public long inputBytes() {
        boolean known = plannedInputs().stream().mapToLong(PlannedInput::size).sum() == inputs.endOffset();
        return known ? inputs.endOffset() : 0;
    }

    /** Returns the inputs for the plan. */
    public List<PlannedInput> plannedInputs() {
        List<PlannedInput> planned = InputFiles.planned(inputs);
        if (otherHeads(charset()).isEmpty()) {
            return planned;
        }
        return IntStream.range(0, planned.size())
                .mapToObj(index ->
                        planned.get(index).in(survey.heads().get(index) == null ? charset() : charsetOf(index)))
                .toList();
    }

    /** Returns the charsets of the inputs, without duplicates. A byte order mark overrides the job file. */
    public List<String> charsets() {
        return IntStream.range(0, survey.starts().size())
                .filter(index -> survey.heads().get(index) != null)
                .mapToObj(this::charsetOf)
                .distinct()
                .toList();
    }

    /** Returns the charset of the first input that has a header. */
    private String charset() {
        return charsets().get(0);
    }

    private String charsetOf(int index) {
        return survey.starts().get(index).charset().name();
    }

    /** Describes a change of the inputs since they were found; empty if the file system shows none. */
    public Optional<String> touchedInput() {
        return InputFiles.touched(inputs);
    }

    /**
     * As {@link #touchedInput}, but reads a file again that seems changed.
     *
     * @param content digest of the inputs as they were found
     */
    public Optional<String> changedInput(String content) {
        return InputFiles.changed(inputs, content);
    }

    /** What surrounds records in the input. Lines that the job passes over are blank, so that it passes over as many. */
    public CsvHead head() {
        CsvHead first = head(header().bytes());
        Map<String, CsvHead> others = otherHeads(charset());
        return others.isEmpty() ? first : new CsvHead(first.bytes(), first.lineEnd(), others);
    }

    private Map<String, CsvHead> otherHeads(String first) {
        Map<String, CsvHead> others = new LinkedHashMap<>();
        for (int index = 0; index < survey.heads().size(); index++) {
            HeaderBytes bytes = survey.heads().get(index);
            if (bytes != null && !charsetOf(index).equals(first)) {
                others.computeIfAbsent(charsetOf(index), charset -> head(bytes));
            }
        }
        return others;
    }

    private CsvHead head(HeaderBytes bytes) {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        head.writeBytes(bytes.byteOrderMark());
        for (int line = 0; line < dialect.skipLines(); line++) {
            head.writeBytes(bytes.lineEnd());
        }
        if (bytes.record().length > 0) {
            head.writeBytes(bytes.record());
            head.writeBytes(bytes.lineEnd());
        }
        return new CsvHead(new Binary(head.toByteArray()), new Binary(bytes.lineEnd()));
    }

    /** Returns a reader of the rest of a partition. */
    public CsvItemReader reader(ImportPartition partition) {
        ReadRange range = new ReadRange(partition.doneTo(), partition.to(), partition.nextLine());
        return new CsvItemReader(
                inputs, dialect, header(), range, file.write().chunkBytes().toBytes());
    }

    /** Returns the type of the writer. */
    public WriterType writer() {
        return file.write().writer();
    }

    /** Returns what the writer takes. */
    public Rendering<?> rendering() {
        return writer().rendering(entity == null ? Rendering.DOCUMENT : Rendering.of(entity));
    }

    /** Returns the operations of records. */
    public RecordOperations operations() {
        return RecordOperations.of(file.write().operation(), header().names());
    }

    /** Returns a mapper to the rendering; without ids, only columns set an {@code _id}. */
    public <D> DocumentMapper<D> mapper(Rendering<D> rendering, @Nullable GeneratedIds ids) {
        return mapping.to(rendering, ids);
    }

    /** Returns the same for an import that began earlier. */
    public <D> DocumentMapper<D> mapper(Rendering<D> rendering, @Nullable GeneratedIds ids, Instant firstRun) {
        return mapping.to(rendering, ids, firstRun);
    }
}
