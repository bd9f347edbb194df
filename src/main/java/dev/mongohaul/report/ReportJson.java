package dev.mongohaul.report;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reports as JSON: instants in ISO-8601, durations in seconds, null where there is nothing to say. */
public final class ReportJson {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ReportJson() {}

    /**
     * One JSON text.
     *
     * @param report a record of this package or of {@code detail}, or a list of them
     */
    public static String of(Object report) {
        return JSON.writeValueAsString(report);
    }
}
