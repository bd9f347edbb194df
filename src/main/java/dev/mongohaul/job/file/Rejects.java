package dev.mongohaul.job.file;

import dev.mongohaul.job.file.setting.Setting;
import dev.mongohaul.reject.RejectLimit;
import java.nio.file.Path;

/**
 * What becomes of rejected records.
 *
 * @param directory absolute
 */
public record Rejects(
        @Setting(
                value = "rejects an import may have over all its tries: a count, a percentage of the records read"
                        + " (judged from 10,000 on and at the end), or unlimited",
                defaultValue = "0")
        RejectLimit limit,

        @Setting(value = "the folder for exported rejects", defaultValue = "rejects")
        Path directory) {}
