package dev.mongohaul.job;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.Header;
import dev.mongohaul.csv.HeaderBytes;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.dialect.Trim;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.input.RangeSums;
import dev.mongohaul.job.expect.ColumnSum;
import dev.mongohaul.job.expect.Expected;
import dev.mongohaul.job.file.EffectiveSettings;
import dev.mongohaul.job.processor.IdRule;
import dev.mongohaul.job.processor.ProcessorType;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.Operation;
import dev.mongohaul.job.setting.Snapshot;
import dev.mongohaul.job.setting.SwapBy;
import dev.mongohaul.job.setting.TargetIndex;
import dev.mongohaul.job.setting.WriteKeys;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.StoredSums;
import dev.mongohaul.repository.plan.CsvHead;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.plan.StoredRequest;
import dev.mongohaul.repository.target.KeptImages;
import dev.mongohaul.writer.WriterType;
import dev.mongohaul.writer.delivery.CompareChoice;
import dev.mongohaul.writer.delivery.CompareMode;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ItemProcessor;

/**
 * Import that is ready to run: a job file, the parameters of this run, and an input whose header fits them.
 *
 * @param file the job file with the parameters laid over it
 * @param request what was asked for
 * @param inputs in the order they are read
 * @param survey of the inputs' beginnings: their header, and where records begin
 * @param dialect of the inputs
 * @param types classes of the user that records become
 * @param mapping of records to documents or objects
 * @param write settings of the writer, with the collection that documents are written to
 */
public record ImportJob(
        JobFile file,
        StoredRequest request,
        Inputs inputs,
        InputSurvey survey,
        CsvDialect dialect,
        RecordTypes types,
        Mapping mapping,
        WriteSettings write) {

    public String name() {
        return file.name();
    }

    public Header header() {
        return survey.header().orElseThrow();
    }

    /**
     * Returns the number of partitions: one if operations on a key must keep their order, or if the input allows only one
     * reader.
     */
    public int gridSize() {
        return inputs.isReadOnce() || !inAnyOrder() ? 1 : file.partition().gridSize();
    }

    /** Returns whether the order of records does not matter. */
    private boolean inAnyOrder() {
        return (write.insertsOnly() && !write.leavesExisting()) || promisesUniqueKeys();
    }

    /** Returns whether each key may occur only once in the input. */
    public boolean promisesUniqueKeys() {
        return file.write().keys() == WriteKeys.UNIQUE;
    }

    /** Returns the same import with unacknowledged writes, as {@link WriteSettings#withoutConfirmation()}; for comparisons only. */
    public ImportJob withoutConfirmation() {
        return new ImportJob(file, request, inputs, survey, dialect, types, mapping, write.withoutConfirmation());
    }

    /** Returns the same import with inputs that fail if they differ from what was scanned. */
    public ImportJob of(InputScan scan) {
        return new ImportJob(file, request, scan.inputs(), survey, dialect, types, mapping, write);
    }

    /**
     * Returns the same import with inputs that fail if they differ from what another process has read.
     *
     * @param sums of the blocks of the partition
     * @throws InputException if a sum is missing
     */
    public ImportJob comparedWith(List<StoredSums> sums, ImportPartition partition) {
        List<RangeSums> ranges = sums.stream()
                .map(range -> new RangeSums(
                        range.input(), range.firstBlock(), range.sums().getData()))
                .toList();
        Inputs compared = inputs.comparedWithRanges(ranges, partition.from(), partition.to());
        return new ImportJob(file, request, compared, survey, dialect, types, mapping, write);
    }

    /** Returns the same import with documents that are written to another collection than the target. */
    public ImportJob into(String collection) {
        return new ImportJob(file, request, inputs, survey, dialect, types, mapping, write.into(collection));
    }

    /** Returns the sums of the blocks that a partition reads. */
    public List<StoredSums> sums(ImportPartition partition) {
        return inputs.sums(partition.from(), partition.to()).stream()
                .map(range -> new StoredSums(range.input(), range.firstBlock(), new Binary(range.sums())))
                .toList();
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

    /** Returns what shows that the inputs are complete. */
    public Expected expected() {
        return Expected.of(file, inputs);
    }

    /** Returns a new control sum of records. */
    public ColumnSum newSum() {
        return ColumnSum.of(file, mapping, header().names());
    }

    /** Returns whether the input contains the rejects of an earlier import of the job. */
    public boolean importsRejects() {
        return rejectFile(file, inputs).isPresent();
    }

    /** Returns the number of the job's import whose rejects are all of the input; empty if there is none. */
    public OptionalLong correctedImport() {
        List<OptionalLong> imports = plannedInputs().stream()
                .map(input -> importOf(file, input.path()))
                .distinct()
                .toList();
        return imports.size() == 1 ? imports.get(0) : OptionalLong.empty();
    }

    /** Returns the first input that contains the rejects of an import of the job. */
    static Optional<String> rejectFile(JobFile file, Inputs inputs) {
        return inputs.isReadOnce()
                ? Optional.empty()
                : InputScan.planned(inputs).stream()
                        .map(PlannedInput::path)
                        .filter(input -> importOf(file, input).isPresent())
                        .findFirst();
    }

    /** Returns the number of the import whose rejects an input is; empty if it is another file. */
    private static OptionalLong importOf(JobFile file, String input) {
        return RejectExport.importOf(input, file.rejects().directory(), file.name());
    }

    /** Returns whether the documents are loaded beside the target, and replace it when all are there. */
    public boolean swaps() {
        return file.swaps();
    }

    /** Returns whether the documents replace those that a view shows. */
    public boolean switchesView() {
        return swaps() && file.swap().by() == SwapBy.VIEW;
    }

    public List<TargetIndex> indexes() {
        return file.target().indexes();
    }

    /** Returns whether a document could be inserted twice without a unique index on the match fields. */
    public boolean needsUniqueMatch() {
        boolean adds = write.leavesExisting() || write.operations().stream().anyMatch(WriteOperation::upserts);
        return adds && !write.matchesById();
    }

    /** Returns whether ids are generated from the positions of records. */
    public boolean generatesIds() {
        return write.generatedIds();
    }

    /** Returns the validator of a collection of the job's documents. */
    public Document validator() {
        return new Document("$jsonSchema", mapping.jsonSchema(!countsCells()));
    }

    /** Returns whether dropped and padded cells are counted. */
    public boolean countsCells() {
        return dialect.ragged() == RaggedRecords.LENIENT;
    }

    /** Counts the cells that a record has too many or too few. */
    public CellCounts cells(CsvRecord record) {
        return CellCounts.of(record.cellCount(), header().size());
    }

    /** Returns whether loading the same content again adds every document again. */
    public boolean addsUnderOtherIds() {
        return generatesIds() && write.insertsOnly() && !write.leavesExisting() && !swaps();
    }

    /** Describes how settings that change documents differ from the {@link #settings} of an earlier run, if known. */
    public List<String> changesSince(@Nullable String earlier) {
        return earlier == null ? List.of() : EffectiveSettings.of(file).changesSince(earlier);
    }

    /** Returns digests of the content and of the settings that change documents. */
    public ImportIdentity identity(String content, String targetDatabase) {
        String target = targetDatabase + "." + file.target().collection();
        String meaning = ImportIdentity.sha256(list(settingsOfDocuments()));
        return new ImportIdentity(name(), content, target, operation(), meaning, 0);
    }

    private String operation() {
        return file.write().operation() instanceof Operation.ForAll operation
                ? operation.words()
                : write.operations().stream().map(WriteOperation::word).sorted().collect(Collectors.joining("+"));
    }

    private List<String> settingsOfDocuments() {
        String documents = mapping.canonicalText() + (types.entity() == null ? "" : "entity " + file.entity() + "\n");
        List<String> settings = new ArrayList<>(List.of(
                dialect.charset().toString(),
                String.valueOf(dialect.delimiter()),
                String.valueOf(dialect.quote()),
                list(dialect.header()),
                String.valueOf(dialect.skipLines()),
                dialect.comment(),
                dialect.strayQuotes().toString(),
                dialect.ragged().toString(),
                documents,
                list(write.match()),
                file.write().operation() instanceof Operation.ByColumn byColumn ? choice(byColumn) : ""));
        // Settings that came later are not part of the meaning while they have their defaults.
        if (!dialect.headerText().names().isEmpty()) {
            settings.add("header " + list(dialect.headerText().names())
                    + list(dialect.headerText().cells())
                    + (dialect.headerText().below() == 0
                            ? ""
                            : " below " + dialect.headerText().below()));
        }
        if (dialect.escape() != null) {
            settings.add("escape " + dialect.escape());
        }
        if (dialect.trim() != Trim.NONE) {
            settings.add("trim " + dialect.trim());
        }
        if (file.source().fileRules().skipLastLines() > 0) {
            settings.add("skip-last-lines " + file.source().fileRules().skipLastLines());
        }
        // Corrected rejects have none.
        if (file.source().fileRules().expectation().trailer() != null && !importsRejects()) {
            settings.add("trailer");
        }
        if (types.processor() != null) {
            settings.add(types.processor().canonicalText());
        }
        file.snapshots().ifPresent(snapshot -> {
            settings.add("deletes " + snapshot.deletes() + " " + snapshot.markField());
            new TreeMap<>(snapshot.within())
                    .forEach((path, value) -> settings.add(
                            "within " + list(List.of(path, value.getClass().getSimpleName(), value.toString()))));
        });
        return settings;
    }

    /** The order of the values in the job file has no meaning. */
    private static String choice(Operation.ByColumn operation) {
        List<String> texts = new ArrayList<>(List.of(operation.column()));
        new TreeMap<>(operation.values()).forEach((cell, type) -> texts.addAll(List.of(cell, type.name())));
        return list(texts);
    }

    /** Joins texts with their lengths, so that no two lists have one text. */
    private static String list(List<String> texts) {
        return texts.stream().map(text -> text.length() + ":" + text).collect(Collectors.joining());
    }

    /**
     * Returns what an import that begins now keeps so that it can be undone; empty for nothing.
     *
     * @param maxBytes most bytes that are kept
     */
    public Optional<KeptImages> kept(long maxBytes) {
        return Optional.ofNullable(file.undo())
                .map(time -> new KeptImages(Instant.now().plus(time), maxBytes, null));
    }

    /** Returns every setting with its value, as one line of JSON. */
    public String settings() {
        return EffectiveSettings.of(file).toJson();
    }

    /** Returns the names by which the inputs are found again. */
    public List<String> addresses() {
        return inputs.list().stream().map(Input::address).toList();
    }

    /** Returns the paths of the files with the inputs, each once: an archive of several inputs is one. */
    public List<String> paths() {
        return inputs.list().stream()
                .map(input -> input.file().address())
                .distinct()
                .toList();
    }

    /** Returns the bytes of the input as offsets count them; 0 if unknown before the end. */
    public long inputBytes() {
        boolean known = plannedInputs().stream().mapToLong(PlannedInput::size).sum() == inputs.endOffset();
        return known ? inputs.endOffset() : 0;
    }

    public List<PlannedInput> plannedInputs() {
        List<PlannedInput> planned = InputScan.planned(inputs);
        if (otherHeads(charset()).isEmpty()) {
            return planned;
        }
        return IntStream.range(0, planned.size())
                .mapToObj(index ->
                        planned.get(index).in(survey.heads().get(index) == null ? charset() : charsetOf(index)))
                .toList();
    }

    /** Returns the files whose records would be added a second time, under other ids, if they were loaded before. */
    public List<PlannedInput> filesUnderOtherIds() {
        List<PlannedInput> planned = plannedInputs();
        return inputs.isReadOnce() || !addsUnderOtherIds()
                ? List.of()
                : IntStream.range(0, planned.size())
                        .filter(index -> survey.firsts().get(index).isPresent())
                        .mapToObj(planned::get)
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

    private String charset() {
        return charsets().get(0);
    }

    private String charsetOf(int index) {
        return survey.starts().get(index).charset().name();
    }

    /** Describes a change of the inputs since they were found; empty if the file system shows none. */
    public Optional<String> touchedInput() {
        return InputScan.touched(inputs);
    }

    /**
     * As {@link #touchedInput}, but reads a file again that seems changed.
     *
     * @param content digest of the inputs as they were found
     */
    public Optional<String> changedInput(String content) {
        return InputScan.changed(inputs, content);
    }

    /**
     * As {@link #changedInput}, but of files of this machine only: what another one does with an object whose bytes have come is
     * no failure of the import.
     */
    public Optional<String> changedFile(String content) {
        return InputScan.changedFile(inputs, content);
    }

    /** Returns what surrounds records in the input, with as many blank lines as the job skips at the beginning and the end. */
    public CsvHead head() {
        CsvHead first = head(header().bytes());
        Map<String, CsvHead> others = otherHeads(charset());
        return others.isEmpty() ? first : new CsvHead(first.bytes(), first.lineEnd(), others, first.end());
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
        int last = file.source().fileRules().skipLastLines();
        ByteArrayOutputStream end = new ByteArrayOutputStream();
        for (int line = 0; line < last; line++) {
            end.writeBytes(bytes.lineEnd());
        }
        return new CsvHead(
                new Binary(head.toByteArray()),
                new Binary(bytes.lineEnd()),
                null,
                last == 0 ? null : new Binary(end.toByteArray()));
    }

    /** Returns a reader of the rest of a partition. */
    public CsvItemReader reader(ImportPartition partition) {
        ReadRange range = new ReadRange(partition.doneTo(), partition.to(), partition.nextLine());
        return new CsvItemReader(
                inputs, dialect, header(), range, file.write().chunkBytes().toBytes());
    }

    public WriterType writer() {
        return file.write().writer();
    }

    /** Returns what the writer takes. */
    public Rendering<?> rendering() {
        return writer().rendering(types.entity() == null ? Rendering.DOCUMENT : Rendering.of(types.entity()));
    }

    /** Returns the processor of the items; empty if there is none. */
    public Optional<ProcessorType<?>> processor() {
        return Optional.ofNullable(types.processor());
    }

    /**
     * Returns a new mapper of records to what the writer takes, or to their rejects, for one thread. It is closeable if
     * it has to be closed.
     *
     * @param rendering the {@link #rendering}
     * @param ids as for {@link Mapping#to}
     */
    public <D> ItemProcessor<CsvItem, MappedItem<D>> mapper(
            Rendering<D> rendering, @Nullable GeneratedIds ids, Instant firstRun, ImportOrigin origin) {
        RecordOperations operations = operations();
        if (types.processor() == null) {
            DocumentMapper<D> mapper = mapping.to(rendering, ids, firstRun, origin);
            return item -> operations.check(mapper.map(item), rendering);
        }
        IdRule rule = new IdRule(generatesIds(), removesUnseen(), write.updates(), write.nested());
        return types.processor()
                .over(
                        mapping,
                        ids,
                        firstRun,
                        origin,
                        rendering,
                        rule,
                        inputs,
                        item -> operations.check(item, rendering));
    }

    /**
     * Returns whether documents are compared with the current ones. A value of the import itself makes no change. Equal
     * documents without an {@code _id} are a change for the server.
     */
    public CompareChoice comparing() {
        boolean hidesUnchanged = write.operations().stream().anyMatch(WriteOperation::replaces)
                && !write.matchesById()
                && file.target().id().isEmpty();
        boolean onlyKeys = write.insertsOnly() && write.leavesExisting();
        return new CompareChoice(
                hidesUnchanged ? CompareMode.ALWAYS : CompareMode.AUTO,
                onlyKeys ? List.of() : mapping.fieldsOfImport());
    }

    public RecordOperations operations() {
        return RecordOperations.of(file.write().operation(), scope(), header().names());
    }

    /** Returns the values that the fields of all documents of a snapshot have, by path; empty for other jobs. */
    public BsonDocument scope() {
        Document scope = new Document();
        file.snapshots().ifPresent(snapshot -> scope.putAll(snapshot.within()));
        return scope.toBsonDocument();
    }

    /** Returns whether the import deletes or marks what its input lacks, so that it has to remember the ids of the input. */
    public boolean removesUnseen() {
        return file.snapshots().filter(Snapshot::removes).isPresent();
    }
}
