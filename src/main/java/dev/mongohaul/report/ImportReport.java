package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * One import over all its tries.
 *
 * @param files read, in their order
 * @param times of all tries together
 * @param tries the first first
 * @param conditions of the last try
 */
public record ImportReport(
        @JsonUnwrapped ImportSummary summary,
        List<String> files,
        PhaseSeconds times,
        List<RunReport> tries,
        @JsonUnwrapped Conditions conditions,
        @JsonUnwrapped Contents contents) {

    public ImportReport {
        files = List.copyOf(files);
        tries = List.copyOf(tries);
    }
}
