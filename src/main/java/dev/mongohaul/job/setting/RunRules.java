package dev.mongohaul.job.setting;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When the job runs, whether its imports are verified, and what becomes of its rejects and its history.
 *
 * @param schedule null in a file without it
 * @param retention null to keep the history for ever
 * @param verifies whether each import is verified after its load
 */
record RunRules(
        Rejects rejects,
        UnfinishedImport unfinished,
        EmptyInput empty,
        @Nullable Schedule schedule,
        @JsonProperty("notify") Notify notices,
        @Nullable Duration retention,
        @JsonProperty("verify") boolean verifies) {}
