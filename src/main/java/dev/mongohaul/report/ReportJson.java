package dev.mongohaul.report;

import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reports as JSON: instants in ISO-8601, one object a run, null where there is nothing to say. */
public final class ReportJson {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ReportJson() {}

    public static String of(List<RunReport> runs) {
        return JSON.writeValueAsString(runs);
    }

    public static String of(ImportReport report) {
        return JSON.writeValueAsString(report);
    }
}
