package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * One run in detail, with all tries of its import.
 *
 * @param run the run asked for
 * @param tries all of the import, the first first
 * @param conditions of the run
 * @param contents of the import
 */
public record RunDetails(
        @JsonUnwrapped RunReport run,
        List<RunReport> tries,
        @JsonUnwrapped Conditions conditions,
        @JsonUnwrapped Contents contents) {

    public RunDetails {
        tries = List.copyOf(tries);
    }
}
