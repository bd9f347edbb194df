package dev.mongohaul.serve.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Start of an import in the shape of its JSON.
 *
 * @param start its id
 * @param state running, ended, nothing, refused, or lost if its process has ended before the import had a number
 * @param importNumber number of the import; null while it has none
 * @param message why there is no import, or why files of the job have none; null otherwise
 * @param at when it was asked for
 */
record StartReport(
        String start,
        String job,
        String state,
        @JsonProperty("import") @Nullable Long importNumber,
        @Nullable String message,
        Instant at) {

    static StartReport of(StoredStart stored) {
        boolean orphaned = stored.state() == StartState.RUNNING && Boolean.TRUE.equals(stored.orphaned());
        boolean lost = orphaned && stored.importNumber() == null;
        return new StartReport(
                stored.id(),
                stored.job(),
                lost
                        ? "lost"
                        : (orphaned ? StartState.ENDED : stored.state()).name().toLowerCase(Locale.ROOT),
                stored.importNumber(),
                lost
                        ? "The process that served this ended before the import began; send the request again"
                        : stored.message(),
                stored.at());
    }
}
