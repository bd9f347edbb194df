package dev.mongohaul.compare.limit;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A comparison as one JSON object. */
public final class LimitJson {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private LimitJson() {}

    public static String of(LimitResult result) {
        return JSON.writeValueAsString(result);
    }
}
