package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.setting.DatedFiles;
import dev.mongohaul.job.setting.EmptyInput;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.mongo.address.UriPassword;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.InferredMapping;
import dev.mongohaul.repository.plan.StoredRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Request for an import, of a command, a form or a restart.
 *
 * @param file the job with the parameters applied
 * @param again whether to load content that was loaded before
 * @param unchanged makes the job without the parameters of this request
 * @param named whether the files were named with the request, without a wildcard: at least one of them has to be there, also
 *     if the job allows that there is none
 */
public record ImportRequest(
        JobFile file, StoredRequest request, boolean again, Supplier<JobFile> unchanged, boolean named) {

    private static final String SKIP_NONE = "source.skip-lines=0";

    private ImportRequest(JobFile file, StoredRequest request, boolean again, Supplier<JobFile> unchanged) {
        this(file, request, again, unchanged, false);
    }

    /**
     * Returns the request for an import of a job now, whose dated file names get today's date.
     *
     * @param job its name, or the path of its file
     * @param given parameters as {@code name=value}
     */
    public static ImportRequest of(JobFiles files, String job, List<String> given, boolean again) {
        return of(files, job, given, again, Instant.now());
    }

    /** Returns the request for an import of a job by its schedule, whose dated file names get the date of the slot. */
    public static ImportRequest of(JobFiles files, String job, Instant slot) {
        return of(files, job, List.of(), false, slot);
    }

    private static ImportRequest of(JobFiles files, String job, List<String> all, boolean again, Instant now) {
        requireNoPassword(job, all);
        List<String> given = all.stream().map(InputSources::withoutQueries).toList();
        Function<List<String>, JobFile> read = files.reading(job);
        JobFile undated = read.apply(given);
        List<String> parameters = DatedFiles.parameters(undated, now, given);
        JobFile file = parameters.equals(given) ? undated : read.apply(parameters);
        return new ImportRequest(
                file,
                new StoredRequest(file.path().toAbsolutePath().toString(), parameters),
                again,
                given.isEmpty()
                        ? () -> file
                        : () -> read.apply(DatedFiles.parameters(read.apply(List.of()), now, List.of())),
                given.stream().anyMatch(ImportRequest::isFiles)
                        && file.source().files().stream().noneMatch(InputSources::isPattern));
    }

    /** Returns the request for an import of one of the files of a job that imports each file. */
    public ImportRequest of(Input input) {
        List<String> names = input.names();
        return new ImportRequest(
                file.reading(names), request.of(input.address(), files(request, names)), again, unchanged);
    }

    /** Returns the same request, whose imports have the id of a start, by which they are found again. */
    public ImportRequest startedBy(String id) {
        return new ImportRequest(file, request.startedBy(id), again, unchanged, named);
    }

    /**
     * Prepares the import; empty if there is no record and the job allows that.
     *
     * @throws InputException if an input cannot be read or is empty, or if none of the named files is there
     */
    public Optional<ImportJob> prepare(ImportJobs jobs) {
        return prepare(jobs, null);
    }

    /** @param rules of what may be read; null for those of the process */
    Optional<ImportJob> prepare(ImportJobs jobs, @Nullable InputRules rules) {
        if (named && file.empty() == EmptyInput.OK && !file.source().isStandardInput()) {
            jobs.find(file, rules);
        }
        return rules == null ? jobs.prepare(file, request) : jobs.prepare(file, request, rules);
    }

    private static List<String> files(StoredRequest request, List<String> names) {
        return Stream.concat(
                        request.parameters().stream().filter(parameter -> !isFiles(parameter)),
                        Stream.of(filesParameter(names)))
                .toList();
    }

    /** Returns whether the files to import are named beside those of the job file. */
    public boolean namesFiles() {
        return request.parameters().stream().anyMatch(ImportRequest::isFiles);
    }

    /** Returns whether a refused file may fit the job: the user named it, or gave settings for this request. */
    public boolean mayBeTheMistake() {
        return named || request.parameters().stream().anyMatch(parameter -> !isFiles(parameter));
    }

    /** Returns the job without the parameters of this request; empty if it is incomplete without them. */
    public Optional<JobFile> standing() {
        try {
            return Optional.of(unchanged.get());
        } catch (JobFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the request for an import without a job file.
     *
     * @param jobFile the path that the inferred job would have; it need not exist
     */
    public static ImportRequest inferred(JobFiles files, Path jobFile, InferredMapping mapping, boolean again) {
        requireNoPassword(jobFile.toString(), mapping.settings());
        StoredRequest request = new StoredRequest(jobFile.toAbsolutePath().toString(), List.of(), null, mapping, null);
        JobFile file = find(files, request, List.of());
        return new ImportRequest(file, request, again, () -> file);
    }

    private static JobFile find(JobFiles files, StoredRequest request, List<String> parameters) {
        return request.inferred() == null
                ? files.find(request.jobFile(), parameters)
                : files.read(Path.of(request.jobFile()), request.inferred().jobFile(), parameters);
    }

    /**
     * Returns the request of an earlier run again, with the same files by name, since a pattern may match others now.
     *
     * @param inputs absolute paths of the files
     * @param given parameters that replace those of the run
     * @throws RunRefusedException if the run read standard input
     */
    static ImportRequest restart(JobFiles files, long run, ImportPlan plan, List<String> inputs, List<String> given) {
        if (inputs.contains("-")) {
            throw new RunRefusedException("Run %d read standard input, which cannot be read again".formatted(run));
        }
        boolean repeats =
                plan.state() == ImportState.UNFINISHED && plan.identity().again() > 0;
        return again(files, plan, given, filesParameter(inputs), repeats, false);
    }

    /**
     * Returns the request for an import of other files by the job file, or inferred mapping, and parameters of an earlier
     * run.
     *
     * @param inputs absolute paths
     */
    static ImportRequest like(JobFiles files, ImportPlan plan, List<String> inputs, List<String> given, boolean again) {
        boolean named = inputs.stream().noneMatch(InputSources::isPattern);
        ImportRequest like = again(files, plan, given, filesParameter(inputs), again, named);
        boolean begins = like.file().source().skipLines() > 0
                && given.stream().noneMatch(parameter -> sameName(parameter, SKIP_NONE))
                && beginsWithHeader(plan, like.file());
        return begins
                ? again(
                        files,
                        plan,
                        Stream.concat(given.stream(), Stream.of(SKIP_NONE)).toList(),
                        filesParameter(inputs),
                        again,
                        named)
                : like;
    }

    /** Returns whether the only file begins with the header of an import, whose lines above it were removed. */
    private static boolean beginsWithHeader(ImportPlan plan, JobFile file) {
        String head = new String(plan.head().bytes().getData(), StandardCharsets.ISO_8859_1);
        List<String> lines = head.lines().toList();
        List<String> named = file.source().files();
        if (lines.size() <= file.source().skipLines()
                || named.size() != 1
                || !Files.isRegularFile(Path.of(named.get(0)))) {
            return false;
        }
        try (Stream<String> found = Files.lines(Path.of(named.get(0)), StandardCharsets.ISO_8859_1)) {
            return found.findFirst()
                    .filter(line -> line.replaceFirst("^\u00EF\u00BB\u00BF", "")
                            .equals(lines.get(file.source().skipLines())))
                    .isPresent();
        } catch (IOException | UncheckedIOException e) {
            return false; // the import says why
        }
    }

    private static ImportRequest again(
            JobFiles files, ImportPlan plan, List<String> all, String inputs, boolean again, boolean named) {
        requireNoPassword(plan.identity().job(), all);
        List<String> given = all.stream().map(InputSources::withoutQueries).toList();
        StoredRequest request = plan.request().with(parameters(plan, given, inputs));
        return new ImportRequest(
                find(files, request, request.parameters()),
                request,
                again,
                () -> find(files, request, parameters(plan, List.of(), inputs)),
                named);
    }

    private static List<String> parameters(ImportPlan plan, List<String> given, String inputs) {
        return Stream.of(kept(plan.request().parameters(), given).stream(), given.stream(), Stream.of(inputs))
                .flatMap(part -> part)
                .toList();
    }

    /** Returns whether a parameter contains a password, which must not be stored or shown. */
    public static boolean isSecret(String given) {
        return UriPassword.isIn(given);
    }

    /** Refuses a password: the JobRepository stores parameters, and reports show them. */
    private static void requireNoPassword(String job, List<String> given) {
        if (given.stream().anyMatch(ImportRequest::isSecret)) {
            throw new JobRefusedException(
                    job,
                    List.of(
                            "a setting has a connection string with a password, which every reader of reports would see."
                                    + " Put the connection string into MONGODB_URI, or into a file named by"
                                    + " --mongodb-uri-file, when the process is started"));
        }
    }

    /** Returns the parameters of the run that are not given again. */
    private static List<String> kept(List<String> earlier, List<String> given) {
        return earlier.stream()
                .filter(parameter -> !isFiles(parameter))
                .filter(parameter -> given.stream().noneMatch(replacement -> sameName(replacement, parameter)))
                .toList();
    }

    /** Returns the parameter that names the files to import. */
    public static String filesParameter(List<String> paths) {
        return paths.stream()
                .map(path -> "\"" + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                .collect(Collectors.joining(",", "source.files=[", "]"));
    }

    private static boolean isFiles(String parameter) {
        return sameName(parameter, "files=") || sameName(parameter, "source.files=");
    }

    private static boolean sameName(String parameter, String other) {
        return lastName(parameter).equals(lastName(other));
    }

    private static String lastName(String parameter) {
        String name = parameter.substring(0, Math.max(0, parameter.indexOf('=')));
        return name.startsWith("fields.") ? name : name.substring(name.lastIndexOf('.') + 1);
    }
}
