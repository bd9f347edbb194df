package dev.mongohaul.job.setting;

import dev.mongohaul.text.DatedNames;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Files of a job that are named by a time, in the schedule's zone. */
public final class DatedFiles {

    private DatedFiles() {}

    /** Returns whether a job reads other files at each time. */
    public static boolean areNamedBy(JobFile job) {
        return job.source().files().stream().anyMatch(DatedNames::isDated);
    }

    /**
     * Returns the parameters of an import of a time. They name dated files, so that the same import can be repeated on a
     * later day.
     *
     * @param job the job with the given parameters
     */
    public static List<String> parameters(JobFile job, Instant time, List<String> given) {
        if (!areNamedBy(job)) {
            return given;
        }
        List<String> files = job.source().files();
        List<String> named = files.stream()
                .map(file -> DatedNames.at(time.atZone(zoneOf(job)), file))
                .toList();
        List<String> parameters = new ArrayList<>(given);
        parameters.removeIf(parameter -> parameter.startsWith("files=") || parameter.startsWith("source.files="));
        parameters.add("source.files=" + JsonMapper.shared().writeValueAsString(named));
        return parameters;
    }

    /** Returns the folder that a name with dates stands for at a time, without a slash at its end. */
    public static String folder(String name, JobFile job, Instant time) {
        return DatedNames.at(time.atZone(zoneOf(job)), name).replaceFirst("(?<=[^/])/+$", "");
    }

    private static ZoneId zoneOf(JobFile job) {
        return job.schedule() == null ? ZoneOffset.UTC : job.schedule().zone();
    }
}
