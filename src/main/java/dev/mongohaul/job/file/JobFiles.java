package dev.mongohaul.job.file;

import dev.mongohaul.job.file.JobFile.Operation;
import dev.mongohaul.job.file.JobFile.Partition;
import dev.mongohaul.job.file.JobFile.Schedule;
import dev.mongohaul.job.file.JobFile.Workers;
import dev.mongohaul.job.file.JobFile.Write;
import dev.mongohaul.job.file.JobFileException.JobFileProblem;
import dev.mongohaul.job.file.Target.TargetIndex;
import dev.mongohaul.job.file.WrittenSettings.Place;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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

    /** Maximum size of a job file. */
    static final int MAX_BYTES = 1 << 20;

    /** Returns the jobs of the folder by name, including broken ones, without those of sub-folders. */
    public List<ListedJobFile> list() {
        return paths().stream().map(this::listed).toList();
    }

    private ListedJobFile listed(Path file) {
        String name = JobFiles.nameOf(file);
        try {
            refuseTwins(name);
            return ListedJobFile.of(read(file, List.of()));
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
        return read(locate(nameOrPath), parameters);
    }

    /**
     * Returns the file of a job, which need not be readable.
     *
     * @throws JobFileException if there is no such job
     */
    public Path locate(String nameOrPath) {
        if (nameOrPath.contains("/") || isYaml(nameOrPath)) {
            return Path.of(nameOrPath);
        }
        List<Path> found = withName(nameOrPath);
        if (found.isEmpty()) {
            throw JobFileException.about(folder, unknown(nameOrPath));
        }
        refuseTwins(nameOrPath);
        return found.get(0);
    }

    /** Returns the job's name: the file's without its suffix. */
    public static String nameOf(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    }

    /** Returns whether the folder has a job of the name, which may be broken. */
    public boolean has(String name) {
        return !withName(name).isEmpty();
    }

    private void refuseTwins(String name) {
        List<Path> found = withName(name);
        if (found.size() > 1) {
            throw JobFileException.about(
                    found.get(0), "has the name of " + found.get(1) + ": remove or rename one of the two");
        }
    }

    private List<Path> withName(String name) {
        return paths().stream().filter(path -> nameOf(path).equals(name)).toList();
    }

    private String unknown(String name) {
        List<String> known = paths().stream().map(JobFiles::nameOf).distinct().toList();
        if (known.isEmpty()) {
            return "has no job " + Printable.quoted(name) + ": there is no job file (.yml) in it";
        }
        return "has no job " + Printable.quoted(name) + NearestName.hint(name, known) + "; it has "
                + String.join(", ", known);
    }

    private List<Path> paths() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(path -> isYaml(path.toString()) && !Files.isDirectory(path))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw JobFileException.about(folder, "cannot be listed: " + reason(e));
        }
    }

    private static boolean isYaml(String path) {
        return path.endsWith(".yml") || path.endsWith(".yaml");
    }

    private JobFile read(Path file, List<String> parameters) {
        refuseLeaving(file);
        return read(file, text(file), parameters);
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

    /**
     * Job file of a folder.
     *
     * @param job empty if there are problems
     */
    public record ListedJobFile(String name, Path path, Optional<JobFile> job, List<JobFileProblem> problems) {

        public ListedJobFile {
            problems = List.copyOf(problems);
        }

        static ListedJobFile of(JobFile job) {
            return new ListedJobFile(job.name(), job.path(), Optional.of(job), List.of());
        }

        static ListedJobFile broken(String name, Path path, List<JobFileProblem> problems) {
            return new ListedJobFile(name, path, Optional.empty(), problems);
        }
    }

    /**
     * Reader of a job from the text of its file and the parameters of a run. Immutable.
     *
     * @param workingDirectory the start of relative paths of parameters
     * @param environment variables that values of the text can have
     */
    public record JobFileReader(Path workingDirectory, Map<String, String> environment) {

        /** A reader of texts without variables. */
        public JobFileReader(Path workingDirectory) {
            this(workingDirectory, Map.of());
        }

        private static final String EXAMPLE = """
                source: {files: example.csv}
                target: {collection: example, id: [a]}
                fields: {a: {type: decimal, decimal-comma: true}, b: instant}
                write: {operation: replace}
                """;

        /** The rest of a job for the check of parameters alone. */
        private static final String ANY_FILE = "{source: {files: \"-\"}, target: {collection: any}}";

        static final SettingsSchema SCHEMA = SettingsSchema.of("/mongohaul-job.schema.json");

        private static final SettingsReader<JobFile> READER = new SettingsReader<>(SCHEMA, JobFile.class, groups());

        /**
         * Reads an example: loading the classes that read a job file takes longer than reading one. A thread that does it
         * beside the start of a command saves that time.
         */
        public static void warmUp() {
            Path root = Path.of("/");
            new JobFileReader(root).read(root.resolve("example.yml"), EXAMPLE, List.of());
        }

        /** Returns every setting of a job file, in the order of the schema. */
        public static List<SettingsSchema.Row> settings() {
            return SCHEMA.rows();
        }

        /**
         * Returns the full key of a setting.
         *
         * @param name the full key, or its last part if no other key ends in it
         * @throws IllegalArgumentException if it is no setting, or several; the message follows the name
         */
        public static String keyOf(String name) {
            return String.join(".", Parameters.setting(name).key());
        }

        /** Returns whether a setting is true or false only. */
        public static boolean isSwitch(String name) {
            return Parameters.setting(name)
                    .schema()
                    .path("type")
                    .stringValue("")
                    .equals("boolean");
        }

        /** Returns the full keys and last parts of all settings. */
        public static Stream<String> names() {
            return settings().stream().flatMap(row -> Stream.of(row.key(), row.name()));
        }

        private static Map<List<String>, Class<?>> groups() {
            Map<List<String>, Class<?>> groups = new LinkedHashMap<>();
            groups.put(List.of("source"), Source.class);
            groups.put(List.of("target", "indexes", "[]"), TargetIndex.class);
            groups.put(List.of("target"), Target.class);
            groups.put(List.of("fields", "*"), FieldSpec.class);
            groups.put(List.of("write", "operation"), Operation.class);
            groups.put(List.of("write"), Write.class);
            groups.put(List.of("partition"), Partition.class);
            groups.put(List.of("workers"), Workers.class);
            groups.put(List.of("schedule"), Schedule.class);
            groups.put(List.of("snapshot"), Snapshot.class);
            groups.put(List.of("undo"), Undo.class);
            return groups;
        }

        /**
         * Reads a job.
         *
         * @param file gives the job its name, and relative paths in the text their start; it is not read
         * @param parameters {@code name=value} each, laid over the settings of the text
         * @throws JobFileException naming everything that is wrong
         */
        public JobFile read(Path file, String text, List<String> parameters) {
            WrittenSettings settings = new WrittenSettings(
                    text, new Place(file.toString(), 1, folderOf(file)), new Variables(environment));
            if (settings.root().isObject()) {
                new Parameters(workingDirectory.toAbsolutePath(), settings).layOver(parameters);
                requireUnfinished(settings);
            }
            JobFile job = READER.read(settings, given(file, settings));
            if (job == null) {
                throw new JobFileException(settings.problems().stream()
                        .distinct()
                        .sorted(Comparator.comparing(JobFileProblem::source).thenComparing(JobFileProblem::line))
                        .toList());
            }
            return job;
        }

        /**
         * Returns the values of parameters by the full keys of their settings, in their order: texts, numbers, booleans, lists
         * and maps.
         *
         * @param file the job that they are for; it is not read
         * @throws JobFileException naming everything that is wrong with them, as far as it is known without the rest of a job
         */
        public Map<String, Object> settings(Path file, List<String> parameters) {
            read(file, ANY_FILE, parameters);
            WrittenSettings none = new WrittenSettings(ANY_FILE, new Place(file.toString(), 1, folderOf(file)));
            Map<String, Object> values = new LinkedHashMap<>();
            new Parameters(workingDirectory.toAbsolutePath(), none)
                    .read(parameters)
                    .forEach((key, value) -> values.put(
                            String.join(".", key), JsonMapper.shared().readValue(value.toString(), Object.class)));
            return values;
        }

        private static ObjectNode given(Path file, WrittenSettings settings) {
            ObjectNode given = JsonNodeFactory.instance
                    .objectNode()
                    .put("name", JobFiles.nameOf(file))
                    .put("path", file.toString());
            ObjectNode variables = given.putObject("variables");
            settings.variables().forEach(variables::put);
            return given;
        }

        private static void requireUnfinished(WrittenSettings settings) {
            if (settings.root().has("schedule") && !settings.root().has("unfinished")) {
                settings.addProblem(
                        settings.placeOf(List.of("schedule")),
                        List.of("unfinished"),
                        "is missing: a job with a schedule says what becomes of an unfinished import, refuse or abandon");
            }
        }

        /** Returns the folder from which relative paths in a job file start. */
        public static Path folderOf(Path file) {
            Path folder = file.toAbsolutePath().normalize().getParent();
            if (folder == null) {
                return file.toAbsolutePath();
            }
            Path above = folder.getParent();
            return folder.endsWith("jobs") && above != null ? above : folder;
        }
    }
}
