package dev.mongohaul.job.file;

import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.Notify;
import dev.mongohaul.job.setting.Operation;
import dev.mongohaul.job.setting.PartitionSettings;
import dev.mongohaul.job.setting.Schedule;
import dev.mongohaul.job.setting.Snapshot;
import dev.mongohaul.job.setting.Source;
import dev.mongohaul.job.setting.Target;
import dev.mongohaul.job.setting.TargetIndex;
import dev.mongohaul.job.setting.Write;
import dev.mongohaul.job.setting.file.AfterImport;
import dev.mongohaul.job.setting.file.Expectation;
import dev.mongohaul.job.setting.file.Trailer;
import dev.mongohaul.mapping.spec.FieldSpec;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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

    /** The rest of a job for the check of parameters alone. */
    private static final String ANY_FILE = "{source: {files: any}, target: {collection: any}}";

    static final SettingsSchema SCHEMA = SettingsSchema.of("/mongohaul-job.schema.json");

    private static final SettingsReader<JobFile> READER = new SettingsReader<>(SCHEMA, JobFile.class, groups());

    /** Returns every setting of a job file, in the order of the schema. */
    public static List<SettingRow> settings() {
        return SCHEMA.rows();
    }

    /**
     * Returns the full key of a setting.
     *
     * @param name the full key, or its last part if no other key ends in it
     * @throws IllegalArgumentException if it is not a setting, or several; the message follows the name
     */
    public static String keyOf(String name) {
        return String.join(".", Parameters.setting(name).key());
    }

    /** Returns whether a setting is true or false only. */
    public static boolean isSwitch(String name) {
        return Parameters.setting(name).schema().path("type").stringValue("").equals("boolean");
    }

    /** Returns the full keys and last parts of all settings. */
    public static Stream<String> names() {
        return settings().stream().flatMap(row -> Stream.of(row.key(), row.name()));
    }

    private static Map<List<String>, Class<?>> groups() {
        Map<List<String>, Class<?>> groups = new LinkedHashMap<>();
        groups.put(List.of("source", "after"), AfterImport.class);
        groups.put(List.of("source", "expect", "trailer"), Trailer.class);
        groups.put(List.of("source", "expect"), Expectation.class);
        groups.put(List.of("source"), Source.class);
        groups.put(List.of("target", "indexes", "[]"), TargetIndex.class);
        groups.put(List.of("target"), Target.class);
        groups.put(List.of("fields", "*"), FieldSpec.class);
        groups.put(List.of("write", "operation"), Operation.class);
        groups.put(List.of("write"), Write.class);
        groups.put(List.of("partition"), PartitionSettings.class);
        groups.put(List.of("schedule"), Schedule.class);
        groups.put(List.of("snapshot"), Snapshot.class);
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
                text, new WrittenPlace(file.toString(), 1, folderOf(file)), new Variables(environment));
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
        return settings(file, List.of("any"), parameters);
    }

    /**
     * As {@link #settings(Path, List)}.
     *
     * @param files that the job reads: some settings are for files of this machine only, or of another one
     */
    public Map<String, Object> settings(Path file, List<String> files, List<String> parameters) {
        requireValid(file, JsonMapper.shared().writeValueAsString(files), parameters);
        WrittenSettings none = new WrittenSettings(ANY_FILE, new WrittenPlace(file.toString(), 1, folderOf(file)));
        Map<String, Object> values = new LinkedHashMap<>();
        new Parameters(workingDirectory.toAbsolutePath(), none)
                .read(parameters)
                .forEach((key, value) -> values.put(
                        String.join(".", key), JsonMapper.shared().readValue(value.toString(), Object.class)));
        return values;
    }

    /** Checks parameters beside the least of a job, and again with a key, which may come from the rest of the job. */
    private void requireValid(Path file, String files, List<String> parameters) {
        String rest = "{source: {files: %s}, target: {collection: any}}".formatted(files);
        String keyed =
                "{source: {files: %s}, target: {collection: any, id: any}, fields: {any: {type: source, value: line}}}"
                        .formatted(files);
        try {
            read(file, rest, parameters);
        } catch (JobFileException withoutKey) {
            try {
                read(file, keyed, parameters);
            } catch (JobFileException withKey) {
                throw withoutKey;
            }
        }
    }

    private static ObjectNode given(Path file, WrittenSettings settings) {
        ObjectNode given = JsonNodeFactory.instance.objectNode();
        ObjectNode origin =
                given.putObject("origin").put("name", JobFileName.jobOf(file)).put("path", file.toString());
        ObjectNode variables = origin.putObject("variables");
        settings.variables().forEach(variables::put);
        ArrayNode unset = origin.putArray("unset");
        SCHEMA.unset(settings.root()).forEach(unset::add);
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

    /** Returns when to notify about a job whose file says nothing about it, or cannot be read. */
    public static Notify usualNotices() {
        return new JobFileReader(Path.of(""))
                .read(Path.of("any.yml"), ANY_FILE, List.of())
                .notices();
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
