package dev.mongohaul.job.file.describe;

import dev.mongohaul.job.file.table.JobFileTable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON schema of job files (draft 2020-12), from the same table that reads them.
 *
 * <p>It knows what each key takes. What two keys say together, only the reader judges.
 */
public final class JobFileSchema {

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JobFileSchema() {}

    /** The schema's text, the same at each call. */
    public static String text() {
        ObjectNode schema = JsonNodeFactory.instance
                .objectNode()
                .put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("title", "mongohaul job file");
        JobFileTable.form().schema().properties().forEach(part -> schema.set(part.getKey(), part.getValue()));
        return MAPPER.writeValueAsString(schema).replace("\r\n", "\n") + "\n";
    }
}
