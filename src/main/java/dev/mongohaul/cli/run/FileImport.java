package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.CheckReport;
import dev.mongohaul.cli.output.RunSummaryText;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.infer.BoundJob;
import dev.mongohaul.infer.Guess;
import dev.mongohaul.infer.HintCopy;
import dev.mongohaul.infer.Hints;
import dev.mongohaul.infer.JobInference;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFileName;
import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.repository.plan.Decision;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.InferredMapping;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.text.Printable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.SequenceInputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Import of files without a job file. Their dialect and types are inferred, and the result is used like a job file of the
 * collection's name. For one command.
 */
public final class FileImport implements AutoCloseable {

    /** Bytes of standard input from which the mapping is inferred. */
    private static final int BEGINNING_BYTES = 16 << 20;

    /** Most mistakes are found in that time, before a server is started. */
    private static final long FIRST_LOOK_MILLIS = 1000;

    private static final long SIGN_OF_LIFE_SECONDS = 5;

    /** A file with more columns is wide. */
    private static final int MOST_COLUMNS = 20;

    private static final int FEW_COLUMNS = 10;

    private static final Path ANY = Path.of("any.yml");

    /** Settings without which a later file could lose records, or gain some that are none. */
    private static final Pattern LINES_LEFT_OUT =
            Pattern.compile("(?:source\\.)?(skip-lines|skip-last-lines)=[1-9]\\d*");

    private static final String COLLECTION = "target.collection";

    private final Invocation invocation;
    private final JobFiles jobs;
    private final List<String> files;
    private final List<String> settings;
    private final boolean plain;
    private final boolean strict;
    private final boolean guess;
    private final boolean inferAgain;
    private final boolean acceptsOnce;
    private final boolean namesCollection;
    private final Map<String, Object> hints;
    private final Path jobFile;
    private final FutureTask<Guess> inference = new FutureTask<>(this::infer);
    private final List<Input> found;
    private final List<PlannedInput> inputs;
    private final boolean absent;
    private volatile InputStream in;
    private byte @Nullable [] beginning;

    /** Files from which the mapping is inferred. */
    private List<String> sample;

    private @Nullable Guess inferred;
    private PrintWriter err;
    private TransferDisplay transfers;

    /**
     * @param settings {@code name=value} each
     * @param plain whether every column is text
     * @param strict whether a column has the type of all but a few cells
     * @param guess whether columns may be a guess
     * @param inferAgain whether earlier imports into the collection decide nothing
     * @throws RuntimeException for wrong settings, and for files that cannot be read
     */
    FileImport(
            Invocation invocation,
            JobFiles jobs,
            List<String> files,
            List<String> settings,
            boolean plain,
            boolean strict,
            boolean guess,
            boolean inferAgain) {
        this.invocation = invocation;
        this.jobs = jobs;
        this.files = files.stream().map(InputSources::shown).toList();
        this.settings = settings;
        this.plain = plain;
        this.strict = strict;
        this.guess = guess;
        this.inferAgain = inferAgain;
        this.in = invocation.in();
        this.err = invocation.err();
        this.transfers = new TransferDisplay(err);
        JobFileReader reader = new JobFileReader(invocation.workingDirectory());
        boolean remote = this.files.stream().noneMatch(file -> InputSources.isFile(file) || isStandardInput());
        this.hints = reader.settings(ANY, remote ? this.files : List.of("any"), settings);
        // The columns of the last import do not bind either, but those of the saved job do.
        // A delete needs the columns that find a document only.
        boolean accepts = inferAgain || "delete".equals(hints.get("write.operation"));
        this.acceptsOnce = accepts && hints.putIfAbsent("drift.missing-column", "report") == null;
        if (hints.containsKey("source.files")) {
            throw new UsageException(
                    "source.files and %s both name the input. Remove one.".formatted(String.join(", ", files)));
        }
        this.absent = mayBeEmpty() && !isStandardInput() && isNothingThere();
        Optional<Inputs> resolved = isStandardInput() || absent ? Optional.empty() : Optional.of(resolve());
        this.found = resolved.map(Inputs::list).orElse(List.of());
        this.sample = this.files;
        this.namesCollection = hints.containsKey(COLLECTION);
        String collection = hints.computeIfAbsent(COLLECTION, key -> collection(found.size()))
                .toString();
        String job = JobFile.isName(collection) ? collection : JobInference.nameOf(collection);
        this.jobFile = jobs.folder().resolve(job + ".yml");
        reader.settings(jobFile, List.of(COLLECTION + "=" + collection));
        this.inputs = resolved.map(InputScan::planned).orElse(List.of());
    }

    private boolean isNothingThere() {
        try {
            return sources().findAny(files).isEmpty();
        } catch (InputException e) {
            return e.isNothingFound();
        }
    }

    /** Returns what there is to say if there is no file, which the command allows; empty if there is one. */
    Optional<String> nothing() {
        return absent ? Optional.of(noRecord()) : Optional.empty();
    }

    /** Returns whether the files may have no record. */
    boolean mayBeEmpty() {
        return "ok".equals(hints.get("empty"));
    }

    String noRecord() {
        return Launch.noRecord(job());
    }

    private Inputs resolve() {
        return sources().find(files);
    }

    private InputSources sources() {
        return new InputSources(invocation.workingDirectory(), invocation.in(), rules());
    }

    private InputRules rules() {
        return ImportRunner.rules(invocation, transfers);
    }

    private String collection(int inputs) {
        String first = files.get(0);
        if (inputs > 1 || isStandardInput() || first.matches(".*[*?{\\[].*")) {
            throw new UsageException(
                    (isStandardInput() ? "Standard input has no name" : "Several files have no common name")
                            + " that could be the collection's: add --collection NAME.");
        }
        return JobInference.nameOf(first);
    }

    private boolean isStandardInput() {
        return files.contains(InputSources.STANDARD_INPUT);
    }

    /** Makes this import print no lines about what it does. */
    void mute() {
        err = new PrintWriter(Writer.nullWriter());
        transfers = new TransferDisplay(err, false);
    }

    /** Starts to infer the mapping, on a thread of its own, and reports a mistake that is found soon. */
    public FileImport begin() {
        start(inference);
        try {
            inference.get(FIRST_LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return this;
        } catch (InterruptedException | ExecutionException | CancellationException e) {
            requireInferred();
        }
        return this;
    }

    /**
     * Connects. If that fails and a mistake in the files is known by then, the mistake is what fails: it comes before that of
     * a server that cannot be used.
     *
     * @throws InputException if the files cannot be read
     */
    public Session connected(Supplier<Session> server) {
        try {
            return server.get();
        } catch (RuntimeException e) {
            requireInferred();
            throw e;
        }
    }

    private void requireInferred() {
        // Which of several files are new is known with a server.
        if (inference.isDone() && (!isEachFile() || found.size() < 2)) {
            inferred();
        }
    }

    private Guess infer() {
        return infer(hints);
    }

    private Guess infer(Map<String, Object> settings) {
        if (!isStandardInput()) {
            return infer(JobFileReader.folderOf(jobFile), rules(), settings);
        }
        try {
            return inferBeginning(settings);
        } catch (IOException e) {
            throw InputException.refused("Standard input cannot be read: " + e.getMessage());
        }
    }

    /** @param base folder from which the inferred job names its files */
    private Guess infer(Path base, InputRules rules, Map<String, Object> settings) {
        boolean same =
                base.equals(invocation.workingDirectory().toAbsolutePath().normalize());
        return new JobInference(base, rules)
                .infer(same ? files : absolute(files), same ? sample : absolute(sample), hints(settings, null));
    }

    private List<String> absolute(List<String> names) {
        return names.stream()
                .map(file -> file.startsWith("/") || !InputSources.isFile(file)
                        ? file
                        : invocation.workingDirectory().toAbsolutePath().normalize() + "/" + file)
                .toList();
    }

    private boolean isEachFile() {
        return List.of("file", "newest").contains(hints.getOrDefault("source.each", ""));
    }

    private Hints hints(Map<String, Object> settings, @Nullable HintCopy standardInput) {
        RejectLimit limit =
                RejectLimit.parse(hints.getOrDefault("rejects.limit", 0).toString());
        return new Hints(
                settings,
                false,
                plain,
                strict ? (rejects, records) -> !limit.exceededBy(rejects, records, true) : null,
                standardInput);
    }

    /** Infers the mapping from a copy of the beginning of standard input, which the import reads again. */
    private Guess inferBeginning(Map<String, Object> settings) throws IOException {
        byte[] first = beginning == null ? invocation.in().readNBytes(BEGINNING_BYTES) : beginning;
        beginning = first;
        in = new SequenceInputStream(new ByteArrayInputStream(first), invocation.in());
        Path folder = Files.createTempDirectory("mongohaul");
        Path copy = folder.resolve("standard input");
        try {
            Files.write(copy, first);
            HintCopy part = first.length == BEGINNING_BYTES ? HintCopy.BEGINNING : HintCopy.WHOLE;
            return new JobInference(folder, InputRules.ANY).infer(List.of(copy.toString()), hints(settings, part));
        } finally {
            Files.deleteIfExists(copy);
            Files.delete(folder);
        }
    }

    /** Refuses columns that are a guess, unless the command allows that. */
    private Guess certain(Guess job) {
        if (job.doubt() != null && !guess) {
            throw InputException.refused(
                    job.doubt()
                            + ". Name the delimiter, such as --delimiter ';' or --delimiter '\\t', or add --yes to import the file so");
        }
        return job;
    }

    private Guess inferred() {
        return awaited(inference, err, transfers, files);
    }

    /** Infers from files on another thread, with the progress of transfers, and a line every few seconds. */
    public static <T> T inferring(
            Invocation invocation,
            PrintWriter err,
            List<String> files,
            BiFunction<JobInference, List<String>, T> result) {
        TransferDisplay transfers = new TransferDisplay(err);
        JobInference inference = new JobInference(
                invocation.workingDirectory().toAbsolutePath(), ImportRunner.rules(invocation, transfers));
        return showing(err, transfers, files, () -> result.apply(inference, files));
    }

    /** Reads on another thread, with a line every few seconds. */
    public static <T> T showing(PrintWriter err, List<String> files, Callable<T> reading) {
        return showing(err, new TransferDisplay(err), files, reading);
    }

    private static <T> T showing(PrintWriter err, TransferDisplay transfers, List<String> files, Callable<T> reading) {
        FutureTask<T> task = new FutureTask<>(reading);
        start(task);
        return awaited(task, err, transfers, files);
    }

    private static void start(FutureTask<?> task) {
        Thread thread = new Thread(task, "infer");
        thread.setDaemon(true);
        thread.start();
    }

    private static <T> T awaited(FutureTask<T> task, PrintWriter err, TransferDisplay transfers, List<String> files) {
        try {
            for (long seconds = SIGN_OF_LIFE_SECONDS; ; seconds += SIGN_OF_LIFE_SECONDS) {
                try {
                    return task.get(SIGN_OF_LIFE_SECONDS, TimeUnit.SECONDS);
                } catch (TimeoutException e) {
                    if (!transfers.isActive()) {
                        err.printf(
                                "%s: reading the input several times, to find the types and keys of its columns: %d s%n",
                                Printable.excerpt(String.join(", ", files)), seconds);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw stopped();
        } catch (CancellationException e) {
            throw stopped();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        }
    }

    private static InputException stopped() {
        return InputException.refused("Stopped while the columns were inferred; nothing was imported");
    }

    /**
     * Returns the request for the import. An earlier import of the same files by the same settings has its mapping already.
     *
     * @param session null if no server is known
     */
    public ImportRequest request(@Nullable Session session, boolean again) {
        if (session == null) {
            InferredMapping mapping = deciding(certain(inferred()), false);
            return asked(mapping, again);
        }
        Optional<InferredMapping> before = inputs.isEmpty() || inferAgain
                ? Optional.empty()
                : session.control().inferredBefore(job(), settings, inputs, again);
        if (before.isPresent()) {
            inference.cancel(true);
            return asked(before.get(), again);
        }
        Optional<ImportPlan> earlier =
                session.control().lastInferred(job(), session.databaseOr(database()), collection());
        earlier.ifPresent(plan -> requireLinesLeftOut(plan, session));
        InferredMapping mapping = earlier.isPresent() && !inferAgain
                ? bound(earlier.get(), inferredFromLaterFiles(session), session)
                : deciding(changed(certain(inferredFromNewFiles(session)), earlier, session), true);
        Objects.requireNonNull(inferred).hint().ifPresent(err::println);
        return asked(mapping, again);
    }

    /** Returns the request; problems of the inferred job are those of the command, since there is no job file. */
    private ImportRequest asked(InferredMapping mapping, boolean again) {
        try {
            return ImportRequest.inferred(jobs, jobFile, mapping, again);
        } catch (JobFileException e) {
            throw new UsageException(e.problems().stream()
                    .map(problem ->
                            problem.source().equals(jobFile.toAbsolutePath().toString())
                                    ? "--%s: %s".formatted(problem.key(), problem.message())
                                    : problem.toString())
                    .collect(Collectors.joining(System.lineSeparator())));
        }
    }

    private String job() {
        return JobFileName.jobOf(jobFile);
    }

    private String collection() {
        return String.valueOf(hints.get(COLLECTION));
    }

    /** Infers the mapping of a later import. Of files that are imported one by one, those of earlier imports say nothing. */
    private Guess inferredFromLaterFiles(Session session) {
        if (!isEachFile() || found.size() < 2) {
            return inferred();
        }
        List<Input> left = notImported(session);
        if (left.isEmpty() || left.size() == found.size()) {
            return inferredFromNewFiles(session);
        }
        inference.cancel(true);
        return inferredFromAny(left, null);
    }

    private List<Input> notImported(Session session) {
        return session.control().notImported(job(), session.databaseOr(database()), collection(), found);
    }

    /**
     * Infers the mapping. If files that are imported one by one have different columns, those that were not imported before
     * decide, or the first of them from which a mapping can be inferred.
     */
    private Guess inferredFromNewFiles(Session session) {
        try {
            return inferred();
        } catch (InputException e) {
            if (!isEachFile() || found.size() < 2) {
                throw e;
            }
            List<Input> left = notImported(session);
            if (left.isEmpty()) {
                throw e;
            }
            return inferredFromAny(left, e);
        }
    }

    /** Infers the mapping from all of the files, or else from the first one of which it can be inferred. */
    private Guess inferredFromAny(List<Input> some, @Nullable InputException whole) {
        Stream<List<Input>> samples = Stream.concat(
                        Stream.of(some), some.stream().map(List::of))
                .filter(sampled -> sampled.size() < found.size());
        InputException first = whole;
        for (List<Input> sampled : samples.toList()) {
            try {
                return inferredFrom(sampled);
            } catch (InputException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        throw Objects.requireNonNull(first);
    }

    private Guess inferredFrom(List<Input> some) {
        sample = some.stream().map(Input::address).toList();
        return showing(err, transfers, sample, () -> infer(hints));
    }

    private @Nullable String database() {
        return (String) hints.get("target.database");
    }

    /** Returns the mapping of a first import, which later ones have. */
    private InferredMapping deciding(Guess found, boolean imports) {
        inferred = imports
                ? series(found.with(
                        "Once this import is completed, later imports of files into %s have these types, names and dialect; --infer-again infers them again."
                                .formatted(collection())))
                : found;
        return mapping(found, null);
    }

    /** Returns the mapping with a sentence if the collection takes this file of a series only. */
    private Guess series(Guess found) {
        return namesCollection
                ? found
                : JobInference.seriesOf(collection())
                        .map(name -> found.with(
                                "The collection %s takes the files of this name only. With --collection %s, files with another date or number go into one collection."
                                        .formatted(collection(), name)))
                        .orElse(found);
    }

    private InferredMapping mapping(Guess job, @Nullable Long boundBy) {
        return new InferredMapping(
                job.text(),
                settings,
                boundBy,
                job.absentText(),
                job.blank(),
                decisions(job)
                        .filter(each -> each.why() != null || each.sentence() != null)
                        .toList());
    }

    /** Returns the decisions of a guess as they are stored and printed. */
    public static Stream<Decision> decisions(Guess job) {
        return job.decisions().stream()
                .map(row -> new Decision(row.setting(), row.text(), row.comment(), row.sentence(), row.evidence()));
    }

    /** Returns the mapping with the types, names and dialect of an earlier import. */
    private InferredMapping bound(ImportPlan earlier, Guess found, Session session) {
        BoundJob binding = binding(earlier, session);
        Map<String, Object> division = binding.division(found);
        inferred = division.isEmpty() ? binding.bind(found, plain) : bound(binding, division);
        return mapping(inferred, earlier.importNumber());
    }

    private Guess bound(BoundJob binding, Map<String, Object> division) {
        Map<String, Object> all = new LinkedHashMap<>(hints);
        all.putAll(division);
        try {
            return binding.bind(showing(err, transfers, files, () -> infer(all)), plain);
        } catch (InputException e) {
            throw binding.undivided(division, e);
        }
    }

    /** Refuses a file if the command of the earlier import left out lines, and this one does not say whether it has such lines. */
    private void requireLinesLeftOut(ImportPlan earlier, Session session) {
        InferredMapping mapping = Objects.requireNonNull(earlier.request().inferred());
        for (String setting : mapping.settings()) {
            Matcher lines = LINES_LEFT_OUT.matcher(setting);
            if (lines.matches() && !hints.containsKey("source." + lines.group(1))) {
                throw InputException.refused(
                        "--%s left out lines in %s of %s. Add it, or --%s=0 if this file has no such lines"
                                .formatted(
                                        lines.group(),
                                        session.bean(Runs.class).named(earlier.importNumber()),
                                        shownInputs(earlier),
                                        lines.group(1)));
            }
        }
    }

    private BoundJob binding(ImportPlan earlier, Session session) {
        InferredMapping kept = Objects.requireNonNull(earlier.request().inferred());
        return new BoundJob(
                kept.jobFile(),
                Objects.requireNonNullElse(kept.absent(), ""),
                Objects.requireNonNullElse(kept.undecided(), List.of()),
                session.control().columnsBeside(earlier),
                "%s of %s".formatted(session.bean(Runs.class).named(earlier.importNumber()), shownInputs(earlier)),
                hints);
    }

    /** Returns the job with the id of the earlier import, and a sentence for each column that had another type in it. */
    private Guess changed(Guess found, Optional<ImportPlan> earlier, Session session) {
        if (earlier.isEmpty()) {
            return found;
        }
        BoundJob binding = binding(earlier.get(), session);
        Guess changed = binding.withId(found);
        for (String sentence : binding.changes(changed)) {
            changed = changed.with(sentence);
        }
        return changed;
    }

    private String shownInputs(ImportPlan earlier) {
        List<String> paths = earlier.inputs().stream()
                .map(PlannedInput::path)
                .map(path -> Path.of(path).getFileName().toString())
                .toList();
        return paths.size() == 1 ? paths.get(0) : "%s and %d more".formatted(paths.get(0), paths.size() - 1);
    }

    /** Returns preparations of imports, which read standard input again from its first byte. */
    public ImportJobs jobs() {
        return ImportRunner.jobs(invocation.withInput(in), transfers);
    }

    /** Returns sentences about the inference; empty before {@link #request}. */
    public List<String> notes() {
        return inferred == null ? List.of() : inferred.notes();
    }

    /**
     * Returns a line for the dialect, one for each column, and the notes.
     *
     * @param all whether a wide file shows all columns, and not only those that need a look
     */
    String mapping(ImportJob job, boolean all) {
        List<ColumnPlace> places = job.mapping().places();
        Map<String, String> close = inferred == null ? Map.of() : inferred.columns();
        boolean wide = !all && places.size() > MOST_COLUMNS;
        Set<String> shown = Stream.concat(
                        close.keySet().stream(), places.stream().map(ColumnPlace::column))
                .distinct()
                .limit(wide ? FEW_COLUMNS : places.size())
                .collect(Collectors.toSet());
        List<String> lines = new ArrayList<>();
        lines.add(CheckReport.input(job));
        lines.add(CheckReport.columnTable(places)
                .of(places.stream()
                        .filter(place -> shown.contains(place.column()))
                        .toList()));
        if (wide) {
            lines.add(" and %,d more columns; --all shows them%s"
                    .formatted(
                            places.size() - shown.size(),
                            close.size() > FEW_COLUMNS
                                    ? ", and why %,d more need a look".formatted(close.size() - FEW_COLUMNS)
                                    : ""));
        }
        lines.addAll(
                inferred == null
                        ? List.of()
                        : inferred.general().stream().map(Printable::of).toList());
        close.forEach((column, note) -> lines.addAll(shown.contains(column) ? List.of(Printable.of(note)) : List.of()));
        return String.join(System.lineSeparator(), lines) + System.lineSeparator() + System.lineSeparator();
    }

    /** Refuses to save the job where a job of that name exists. */
    void requireUnsaved() {
        if (jobs.has(JobFileName.jobOf(jobFile))) {
            throw new UsageException(
                    "%s exists already, and --save does not overwrite it. Remove --save, or name another collection with --collection."
                            .formatted(shown()));
        }
    }

    /** Writes the job file. */
    void save(ImportRequest request) {
        try {
            Files.createDirectories(jobs.folder());
            Files.writeString(
                    jobFile,
                    EditorSchema.comment(jobs.folder())
                            + saved(Objects.requireNonNull(request.request().inferred())
                                    .jobFile()),
                    StandardOpenOption.CREATE_NEW);
            err.println("The job is saved as %s.".formatted(shown()));
        } catch (IOException e) {
            throw new UsageException("The job cannot be saved as %s: %s".formatted(shown(), e.getMessage()));
        }
    }

    /** Returns the text of the job without what this command alone accepts. */
    private String saved(String job) {
        return acceptsOnce
                ? job.replaceFirst("(?m)^  missing-column: .*\\R", "").replaceFirst("(?m)^drift:\\R(?! )", "")
                : job;
    }

    /** Returns the path of the job file for messages, relative to the working directory where it is in that. */
    private Path shown() {
        return RunSummaryText.from(invocation.workingDirectory(), jobFile.toAbsolutePath());
    }

    @Override
    public void close() {
        inference.cancel(true);
    }
}
