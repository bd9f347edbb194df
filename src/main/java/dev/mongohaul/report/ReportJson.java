package dev.mongohaul.report;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes reports as JSON: instants in ISO-8601, durations in seconds, null for unknown values. */
public final class ReportJson {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ReportJson() {}

    /** Writes a record of this package, or a list of them. */
    public static String of(Object report) {
        return JSON.writeValueAsString(report);
    }
}
