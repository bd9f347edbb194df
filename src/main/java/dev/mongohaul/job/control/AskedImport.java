package dev.mongohaul.job.control;

import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.DatedFiles;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.mongo.UriPassword;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportRequest;
import dev.mongohaul.repository.PlannedInput;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An import that somebody asked for.
 *
 * @param file the job with the parameters laid over it
 * @param again whether to load the content although it is loaded
 * @param standing the job without the parameters that were given now; empty where that is no whole job
 */
public record AskedImport(JobFile file, ImportRequest request, boolean again, Optional<JobFile> standing) {

    /**
     * A job's import now: files are named where their names have a date.
     *
     * @param job its name, or its file's path
     * @param given {@code name=value} each
     */
    public static AskedImport of(JobFiles files, String job, List<String> given, boolean again) {
        requireNoPassword(job, given);
        Instant now = Instant.now();
        List<String> parameters = DatedFiles.parameters(files.find(job, given), now, given);
        JobFile file = files.find(job, parameters);
        return new AskedImport(
                file,
                new ImportRequest(file.path().toAbsolutePath().toString(), parameters),
                again,
                given.isEmpty()
                        ? Optional.of(file)
                        : whole(() ->
                                files.find(job, DatedFiles.parameters(files.find(job, List.of()), now, List.of()))));
    }

    private static Optional<JobFile> whole(Supplier<JobFile> job) {
        try {
            return Optional.of(job.get());
        } catch (JobFileException e) {
            return Optional.empty();
        }
    }

    /**
     * What a run was asked for once more, for the very files that it read.
     *
     * @param given take the place of what the run was given
     * @throws RunRefusedException where it read what cannot be read again
     */
    static AskedImport restart(JobFiles files, long run, ImportPlan plan, List<String> given) {
        if (plan.inputs().stream().anyMatch(input -> input.path().equals("-"))) {
            throw new RunRefusedException("Run %d read standard input, which cannot be read again".formatted(run));
        }
        requireNoPassword(plan.identity().job(), given);
        ImportRequest first = plan.request();
        List<String> parameters = parameters(plan, given);
        return new AskedImport(
                files.find(first.jobFile(), parameters),
                new ImportRequest(first.jobFile(), parameters),
                plan.identity().again() > 0,
                whole(() -> files.find(first.jobFile(), parameters(plan, List.of()))));
    }

    private static List<String> parameters(ImportPlan plan, List<String> given) {
        return Stream.of(kept(plan.request().parameters(), given).stream(), given.stream(), Stream.of(files(plan)))
                .flatMap(part -> part)
                .toList();
    }

    /** Whether a setting that somebody typed is not to be shown or kept. */
    public static boolean isSecret(String given) {
        return UriPassword.isIn(given);
    }

    /** The JobRepository keeps parameters, and reports show them. */
    private static void requireNoPassword(String job, List<String> given) {
        if (given.stream().anyMatch(AskedImport::isSecret)) {
            throw new JobRefusedException(
                    job,
                    List.of("a setting has a connection string with a password, which everybody would see who may read"
                            + " reports. Put the connection string into MONGODB_URI, or into a file named by"
                            + " --mongodb-uri-file, where the process is started"));
        }
    }

    /** Of the run's parameters, those that are not given anew. */
    private static List<String> kept(List<String> earlier, List<String> given) {
        return earlier.stream()
                .filter(parameter -> !isFiles(parameter))
                .filter(parameter -> given.stream().noneMatch(anew -> sameName(anew, parameter)))
                .toList();
    }

    /** Its files by name: a pattern may match others by now. */
    private static String files(ImportPlan plan) {
        return plan.inputs().stream()
                .map(PlannedInput::path)
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
