package dev.mongohaul.job;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvItemReader.ReadRange;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.Header;
import dev.mongohaul.csv.Header.HeaderBytes;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.input.Inputs;
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
 * One import, ready to be run: a job file, the parameters of this run, and an input whose header fits them.
 *
 * @param file the job file with the parameters laid over it
 * @param request what was asked for
 * @param inputs in the order they are read
 * @param survey of the inputs' beginnings: their header, and where records begin
 * @param dialect how the inputs are written
 * @param entity the class that records become; null where they become documents of any fields
 * @param mapping what records become
 * @param write how documents are written
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

    /** Of all inputs. */
    public Header header() {
        return survey.header().orElseThrow();
    }

    /**
     * How many ranges of the input are read at the same time: one where operations on one key must keep their order, and
     * where only one reader can be had.
     */
    public int gridSize() {
        return inputs.isStandardInput() || !inAnyOrder() ? 1 : file.partition().gridSize();
    }

    /** Whether it does not matter which of two records comes first. */
    private boolean inAnyOrder() {
        return write.insertsOnly() || promisesUniqueKeys();
    }

    /** Whether no two records of the input are to have one key. */
    public boolean promisesUniqueKeys() {
        return file.write().keys() == Write.Keys.UNIQUE;
    }

    /** The same import whose documents nobody confirms, as {@link WriteSettings#withoutConfirmation()}: for comparisons alone. */
    public ImportJob withoutConfirmation() {
        return new ImportJob(file, request, inputs, survey, dialect, entity, mapping, write.withoutConfirmation());
    }

    /** The same import of inputs that fail where they are not what the scan saw. */
    public ImportJob of(InputScan scan) {
        return new ImportJob(file, request, scan.inputs(), survey, dialect, entity, mapping, write);
    }

    /** Bytes of the chunks that are read at the same time, at most. */
    public long chunkBytesAtOnce() {
        return gridSize() * file.write().chunkBytes().toBytes();
    }

    /** How many threads write at the same time, ranges or parts of one chunk. */
    public int threads() {
        return inAnyOrder() || !write.ordered() ? file.partition().gridSize() : 1;
    }

    /** The target database; null for the one that the server's address names. */
    public @Nullable String database() {
        return file.target().database();
    }

    public List<TargetIndex> indexes() {
        return file.target().indexes();
    }

    /** Whether a document could be inserted twice by upserts at once, were there no unique index on what they match. */
    public boolean needsUniqueMatch() {
        return write.upsert() && !write.match().isEmpty() && !write.match().equals(List.of("_id"));
    }

    /** Whether ids are made of the records' places. */
    public boolean generatesIds() {
        return write.generatedIds();
    }

    /** Whether records may have other numbers of cells than the header, so that these are counted. */
    public boolean countsCells() {
        return dialect.ragged() == CsvDialect.Ragged.LENIENT;
    }

    /** How many cells the record has too many or too few. */
    public Counts.Cells cells(CsvRecord record) {
        return Counts.Cells.of(record.cellCount(), header().size());
    }

    /** Whether a repetition adds each document once more. */
    public boolean addsUnderOtherIds() {
        return generatesIds() && write.insertsOnly();
    }

    /**
     * How the settings that decide about documents differ from those of an earlier run, in words; empty where that cannot
     * be said.
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

    /** Whether an unfinished import of another content gives way to this one. */
    public boolean abandonsUnfinished() {
        return file.unfinished() == JobFile.Unfinished.ABANDON;
    }

    /** Which import this is, the content's digest and the target database being known. */
    public ImportIdentity identity(String content, String targetDatabase) {
        return Identities.of(this, content, targetDatabase);
    }

    /** Every setting with its value, as one line of JSON. */
    public String settings() {
        return EffectiveSettings.of(file).toJson();
    }

    /** Bytes of the input as offsets count them; 0 where they cannot be known before the end. */
    public long inputBytes() {
        boolean known = plannedInputs().stream().mapToLong(PlannedInput::size).sum() == inputs.endOffset();
        return known ? inputs.endOffset() : 0;
    }

    /** The inputs as they were found. */
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

    /** The charsets that the inputs are read in, each once: a byte order mark wins over what the job says. */
    public List<String> charsets() {
        return IntStream.range(0, survey.starts().size())
                .filter(index -> survey.heads().get(index) != null)
                .mapToObj(this::charsetOf)
                .distinct()
                .toList();
    }

    /** The charset of the first input that has a header. */
    private String charset() {
        return charsets().get(0);
    }

    private String charsetOf(int index) {
        return survey.starts().get(index).charset().name();
    }

    /** What happened to the inputs since they were found, in one sentence; empty where the file system knows of nothing. */
    public Optional<String> touchedInput() {
        return InputFiles.touched(inputs);
    }

    /**
     * As {@link #touchedInput}, but a file that only looks changed is read again.
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

    /** A reader of what is left of a piece. */
    public CsvItemReader reader(ImportPartition piece) {
        ReadRange range = new ReadRange(piece.doneTo(), piece.to(), piece.nextLine());
        return new CsvItemReader(
                inputs, dialect, header(), range, file.write().chunkBytes().toBytes());
    }

    /** By what documents are written. */
    public WriterType writer() {
        return file.write().writer();
    }

    /** What the writer takes. */
    public Rendering<?> rendering() {
        return writer().rendering(entity == null ? Rendering.DOCUMENT : Rendering.of(entity));
    }

    /** What is done with each record's document. */
    public RecordOperations operations() {
        return RecordOperations.of(file.write().operation(), header().names());
    }

    /** A mapper to the rendering; without ids, documents have none but of columns. */
    public <D> DocumentMapper<D> mapper(Rendering<D> rendering, @Nullable GeneratedIds ids) {
        return mapping.to(rendering, ids);
    }

    /** The same for an import that began earlier. */
    public <D> DocumentMapper<D> mapper(Rendering<D> rendering, @Nullable GeneratedIds ids, Instant firstRun) {
        return mapping.to(rendering, ids, firstRun);
    }
}
