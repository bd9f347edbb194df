package dev.mongohaul.job.file;

import dev.mongohaul.job.file.WrittenSettings.Place;
import dev.mongohaul.mapping.type.FieldSpec;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reader of a job from the text of its file and the parameters of a run. Immutable.
 *
 * @param workingDirectory the start of relative paths of parameters
 */
public record JobFileReader(Path workingDirectory) {

    static final SettingsSchema SCHEMA = SettingsSchema.of("/mongohaul-job.schema.json");

    private static final SettingsReader<JobFile> READER = new SettingsReader<>(SCHEMA, JobFile.class, groups());

    /** Returns every setting of a job file, in the order of the schema. */
    public static List<SettingsSchema.Row> settings() {
        return SCHEMA.rows();
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
        groups.put(List.of("schedule"), Schedule.class);
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
        WrittenSettings settings = new WrittenSettings(text, new Place(file.toString(), 1, folderOf(file)));
        if (settings.root().isObject()) {
            new Parameters(workingDirectory.toAbsolutePath(), settings).layOver(parameters);
            requireUnfinished(settings);
        }
        JobFile job = READER.read(settings, Map.of("name", JobFiles.nameOf(file), "path", file.toString()));
        if (job == null) {
            throw new JobFileException(settings.problems().stream()
                    .distinct()
                    .sorted(Comparator.comparing(JobFileProblem::source).thenComparing(JobFileProblem::line))
                    .toList());
        }
        return job;
    }

    private static void requireUnfinished(WrittenSettings settings) {
        if (settings.root().has("schedule") && !settings.root().has("unfinished")) {
            settings.addProblem(
                    settings.placeOf(List.of("schedule")),
                    List.of("unfinished"),
                    "is missing: a job with a schedule says what becomes of an unfinished import, refuse or abandon");
        }
    }

    private static Path folderOf(Path file) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null) {
            return file.toAbsolutePath();
        }
        Path above = folder.getParent();
        return folder.endsWith("jobs") && above != null ? above : folder;
    }
}
