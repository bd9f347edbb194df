package dev.mongohaul.job.file;

import dev.mongohaul.job.file.form.Reading;
import dev.mongohaul.job.file.table.JobFileTable;
import dev.mongohaul.job.file.yaml.Mapping;
import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Place;
import dev.mongohaul.job.file.yaml.YamlReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a job of the text of its file and the parameters of a run. Immutable.
 *
 * @param workingDirectory what relative paths of parameters start from
 */
public record JobFileReader(Path workingDirectory) {

    /**
     * Makes a job.
     *
     * @param file gives the job its name, and relative paths in the text their start; it is not read
     * @param parameters {@code name=value} each, laid over what the text says
     * @throws JobFileException naming everything that is wrong
     */
    public JobFile read(Path file, String text, List<String> parameters) {
        List<JobFileProblem> problems = new ArrayList<>();
        Place place = new Place(file.toString(), 1, folderOf(file));
        Node written = YamlReader.read(text, place, problems);
        JobFile job = read(file, parametersOver(written, parameters, problems), problems);
        if (job == null || !problems.isEmpty()) {
            problems.sort(Comparator.comparing(JobFileProblem::source).thenComparing(JobFileProblem::line));
            throw new JobFileException(problems.stream().distinct().toList());
        }
        return job;
    }

    private Node parametersOver(Node written, List<String> parameters, List<JobFileProblem> problems) {
        return written instanceof Mapping settings
                ? new Parameters(workingDirectory.toAbsolutePath(), problems).over(settings, parameters)
                : written;
    }

    private static @Nullable JobFile read(Path file, Node node, List<JobFileProblem> problems) {
        Reading reading = new Reading(List.of(), problems);
        if (node instanceof Mapping settings
                && settings.entries().containsKey("schedule")
                && !settings.entries().containsKey("unfinished")) {
            problems.add(JobFileProblem.of(
                    settings.placeOf(List.of("schedule")),
                    List.of("unfinished"),
                    "is missing: a job with a schedule says what becomes of an unfinished import, refuse or abandon"));
        }
        return JobFileTable.form().read(node, reading, Map.of("name", nameOf(file), "path", file));
    }

    /** The job's name: the file's without its suffix. */
    static String nameOf(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
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
