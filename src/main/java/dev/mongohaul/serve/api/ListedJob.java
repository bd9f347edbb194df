package dev.mongohaul.serve.api;

import dev.mongohaul.job.file.ListedJobFile;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.schedule.ScheduledJob;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Job file of a folder in the shape of its JSON.
 *
 * @param file path of the job file
 * @param collection null if the job file is not valid
 * @param next time of the next run; null if the job has no schedule
 * @param problems of a job file that is not valid
 */
public record ListedJob(
        String job,
        String file,
        @Nullable String collection,
        @Nullable Instant next,
        @Nullable String description,
        List<String> problems) {

    public static ListedJob of(ListedJobFile listed) {
        return new ListedJob(
                listed.name(),
                listed.path().toString(),
                listed.job().map(job -> job.target().collection()).orElse(null),
                listed.job()
                        .flatMap(ScheduledJob::of)
                        .flatMap(job -> job.next(Instant.now()))
                        .orElse(null),
                listed.job().map(JobFile::description).orElse(null),
                listed.problems().stream().map(String::valueOf).toList());
    }
}
