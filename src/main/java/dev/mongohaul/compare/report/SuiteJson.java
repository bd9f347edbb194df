package dev.mongohaul.compare.report;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A suite's result as one JSON object. */
public final class SuiteJson {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private SuiteJson() {}

    public static String of(SuiteResult result) {
        return JSON.writeValueAsString(result);
    }

    /**
     * The result that such an object tells. What an earlier version of the program did not tell is null.
     *
     * @throws JacksonException where it is none
     */
    public static SuiteResult read(String json) {
        return JSON.readValue(json, SuiteResult.class);
    }
}
