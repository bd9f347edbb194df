package dev.mongohaul.cli.session;

import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.job.file.JobFileName;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.ListedJobFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Option for the folder of the job files. */
public final class JobFolder {

    public static final String OPTION = "--jobs";
    private static final String DEFAULT = "jobs";
    private static final Pattern EXTENSION = Pattern.compile(".+\\.[A-Za-z0-9]{2,4}");

    @Option(
            names = OPTION,
            paramLabel = "DIR",
            defaultValue = DEFAULT,
            description = "Folder of the job files. Default: ${DEFAULT-VALUE}.")
    private Path path;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Returns all job files, at least one, with those that are not valid. */
    public List<ListedJobFile> list() {
        List<ListedJobFile> jobs = files().list();
        if (jobs.isEmpty()) {
            throw new UsageException(
                    "%s --jobs=DIR names another one; 'mongohaul infer FILE.csv -o %s/NAME.yml' writes a job file."
                            .formatted(
                                    missing().orElse("There is no job file (.yml) in the folder %s.".formatted(path)),
                                    path));
        }
        return jobs;
    }

    /** Returns a sentence about the folder if it does not exist. */
    public Optional<String> missing() {
        return files().isThere()
                ? Optional.empty()
                : Optional.of("There is no folder %s in %s."
                        .formatted(path, Invocation.of(spec).workingDirectory().toAbsolutePath()));
    }

    /** Returns whether a word ends with an extension, as the name of a file does. */
    public static boolean hasExtension(String word) {
        return EXTENSION.matcher(word).matches();
    }

    /** Refuses a job that has no file, before Spring's classes are loaded. */
    public void requireFile(String job) {
        String located = located(job);
        if (!JobFileName.isYaml(job) && !files().has(job) && hasExtension(job)) {
            throw new UsageException("%s: no such file%s, and %s has no job of this name"
                    .formatted(job, Invocation.of(spec).nearFile(job), path));
        }
        files().locate(located);
    }

    /** Refuses the path of a job in a folder below this one, which is not searched, in place of a file. */
    public void requireNoneBelow(String file) {
        Invocation invocation = Invocation.of(spec);
        if (file.contains("/") && !invocation.isFile(file)) {
            Stream.of(".yml", ".yaml")
                    .map(extension -> path.resolve(file + extension))
                    .filter(below -> Files.isRegularFile(invocation.resolve(below)))
                    .findFirst()
                    .ifPresent(below -> {
                        throw new UsageException(
                                "%s: no such file. %s is a job file, but folders below %s are not searched: give its path, 'mongohaul %s %s'"
                                        .formatted(file, below, path, spec.name(), below));
                    });
        }
    }

    /** Returns whether a name is that of a job, in the folder that arguments name before they are parsed. */
    public static boolean hasJob(Invocation invocation, String name, String... arguments) {
        Path folder = Path.of(DEFAULT);
        for (int index = 0; index < arguments.length; index++) {
            String argument = arguments[index];
            boolean named = argument.equals(OPTION) && index + 1 < arguments.length;
            if (named || argument.startsWith(OPTION + "=")) {
                folder = Path.of(named ? arguments[index + 1] : argument.substring(OPTION.length() + 1));
            }
        }
        return !name.startsWith("-") && new JobFiles(invocation.resolve(folder), folder).has(name);
    }

    /** Returns the job as {@link JobFiles#find} takes it. */
    public String located(String job) {
        if (job.contains("=")) {
            throw new UsageException(
                    "\"%s\" is in the place of a job's name; 'mongohaul jobs' lists the jobs".formatted(job));
        }
        return JobFileName.isYaml(job)
                ? Invocation.of(spec).resolve(Path.of(job)).toString()
                : job;
    }

    /** Returns the path of a file in the folder, for messages. */
    public Path file(String name) {
        return path.resolve(name);
    }

    public JobFiles files() {
        Invocation invocation = Invocation.of(spec);
        return new JobFiles(invocation.resolve(path), invocation.workingDirectory(), invocation.environment());
    }
}
