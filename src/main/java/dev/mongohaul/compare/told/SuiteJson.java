package dev.mongohaul.compare.told;

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
}
