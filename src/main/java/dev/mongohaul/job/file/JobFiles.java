package dev.mongohaul.job.file;

import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.repository.run.ShownSettings;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The job files of a folder.
 *
 * @param folder need not exist
 * @param workingDirectory the start of relative paths of parameters
 * @param environment variables that values of the files can have
 */
public record JobFiles(Path folder, Path workingDirectory, Map<String, String> environment) {

    /** The job files of a folder, without variables. */
    public JobFiles(Path folder, Path workingDirectory) {
        this(folder, workingDirectory, Map.of());
    }

    /**
     * Returns these files, whose values can have no variable of the environment but those that MONGOHAUL_JOB_VARIABLES names:
     * everyone who may view a page sees their values.
     */
    public JobFiles withListedVariables() {
        Map<String, String> listed = new HashMap<>(environment);
        listed.putIfAbsent(Variables.ALLOWED, "");
        return new JobFiles(folder, workingDirectory, listed);
    }

    /** Maximum size of a job file. */
    static final int MAX_BYTES = 1 << 20;

    /** Returns the jobs of the folder by name, including broken ones, without those of sub-folders. */
    public List<ListedJobFile> list() {
        List<Path> all = paths();
        Map<String, List<Path>> byName = all.stream().collect(Collectors.groupingBy(JobFileName::jobOf));
        return all.stream()
                .map(file -> listed(file, byName.getOrDefault(JobFileName.jobOf(file), List.of())))
                .toList();
    }

    /** Returns the job of this name as {@link #list} does, without reading the files of others. */
    public Optional<ListedJobFile> listed(String name) {
        List<Path> twins = withName(name);
        return twins.stream().findFirst().map(file -> listed(file, twins));
    }

    private ListedJobFile listed(Path file, List<Path> twins) {
        String name = JobFileName.jobOf(file);
        try {
            refuseTwins(twins);
            return ListedJobFile.of(reading(file).apply(List.of()));
        } catch (JobFileException e) {
            return ListedJobFile.broken(name, file, e.problems());
        }
    }

    /**
     * Reads a job by its name, or by the path of its file, which has a slash or ends in {@code .yml} or {@code .yaml}.
     *
     * @param parameters {@code name=value} each, laid over the settings of the file
     * @throws JobFileException if there is no such job, or it is broken
     */
    public JobFile find(String nameOrPath, List<String> parameters) {
        return reading(nameOrPath).apply(parameters);
    }

    /**
     * Reads the file of a job once, as {@link #find} does.
     *
     * @return the job with parameters
     */
    public Function<List<String>, JobFile> reading(String nameOrPath) {
        return reading(locate(nameOrPath));
    }

    /**
     * Returns the settings of the file of a job for people, as YAML: without comments, values of variables, settings of the
     * processor and queries of addresses.
     *
     * @throws JobFileException if there is no such job, or its file cannot be read
     */
    public String shown(String name) {
        Path file = locate(name);
        refuseLeaving(file);
        return ShownSettings.of(text(file));
    }

    private Function<List<String>, JobFile> reading(Path file) {
        refuseLeaving(file);
        String text = text(file);
        return parameters -> read(file, text, parameters);
    }

    /**
     * Returns the file of a job, which need not be readable.
     *
     * @throws JobFileException if there is no such job
     */
    public Path locate(String nameOrPath) {
        if (nameOrPath.contains("/") || JobFileName.isYaml(nameOrPath)) {
            return Path.of(nameOrPath);
        }
        List<Path> found = withName(nameOrPath);
        if (found.isEmpty()) {
            throw JobFileException.about(folder, unknown(nameOrPath));
        }
        refuseTwins(found);
        return found.get(0);
    }

    /** Returns whether the folder has a job of the name, which may be broken. */
    public boolean has(String name) {
        return !withName(name).isEmpty();
    }

    /** Returns whether the folder exists. */
    public boolean isThere() {
        return Files.isDirectory(folder);
    }

    private static void refuseTwins(List<Path> found) {
        if (found.size() > 1) {
            throw JobFileException.about(
                    found.get(0), "has the name of " + found.get(1) + ": remove or rename one of the two");
        }
    }

    private List<Path> withName(String name) {
        return paths().stream()
                .filter(path -> JobFileName.jobOf(path).equals(name))
                .toList();
    }

    private String unknown(String name) {
        List<String> known = paths().stream().map(JobFileName::jobOf).distinct().toList();
        if (known.isEmpty()) {
            return (isThere() ? "has no job file (.yml)" : "does not exist")
                    + ", so there is no job %s. --jobs=DIR names another folder. To import a file, give its name with its extension, such as %s.csv"
                            .formatted(Printable.quoted(name), Printable.of(name));
        }
        return "has no job " + Printable.quoted(name) + NearestName.hint(name, known) + "; it has "
                + String.join(", ", known);
    }

    private List<Path> paths() {
        if (!isThere()) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(path -> JobFileName.isYaml(path.toString()) && !Files.isDirectory(path))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw JobFileException.about(folder, "cannot be listed: " + reason(e));
        }
    }

    /**
     * Reads a job from a text.
     *
     * @param file gives the job its name, and relative paths in the text their start; it need not exist
     */
    public JobFile read(Path file, String text, List<String> parameters) {
        return new JobFileReader(workingDirectory, environment).read(file, text, parameters);
    }

    /** Refuses a link to a file elsewhere, whose lines messages would show. */
    private void refuseLeaving(Path file) {
        Path inside = folder.toAbsolutePath().normalize();
        if (file.toAbsolutePath().normalize().startsWith(inside) && Files.exists(file)) {
            try {
                if (!file.toRealPath().startsWith(inside.toRealPath())) {
                    throw JobFileException.about(
                            file, "is a link that leads out of " + folder + ": put the file itself there");
                }
            } catch (IOException e) {
                throw JobFileException.about(file, "cannot be read: " + reason(e));
            }
        }
    }

    private static String near(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        List<String> names = folder == null
                ? List.of()
                : new JobFiles(folder, folder)
                        .paths().stream()
                                .map(path -> String.valueOf(path.getFileName()))
                                .toList();
        return NearestName.hint(String.valueOf(file.getFileName()), names);
    }

    private static String text(Path file) {
        if (!Files.exists(file)) {
            throw JobFileException.about(file, "does not exist" + near(file));
        }
        if (!Files.isRegularFile(file)) {
            throw JobFileException.about(file, "is not a file");
        }
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw JobFileException.about(file, "is longer than " + MAX_BYTES + " bytes, which no job needs");
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw JobFileException.about(file, "is not UTF-8 text: save it as UTF-8");
        } catch (IOException e) {
            throw JobFileException.about(file, "cannot be read: " + reason(e));
        }
    }

    private static String reason(IOException e) {
        return e instanceof AccessDeniedException ? "access is denied" : String.valueOf(e.getMessage());
    }
}
