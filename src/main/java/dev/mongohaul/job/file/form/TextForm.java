package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.Quoted;
import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Scalar;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A text as it is. What YAML takes for something else has to be in quotes, so that {@code 007} keeps its zeros.
 *
 * @param pattern for the schema; empty: any text
 */
public record TextForm(String pattern) implements Form<String> {

    @Override
    public @Nullable String read(Node node, Reading reading) {
        if (node instanceof Scalar scalar && !scalar.isNumberOrBoolean()) {
            return scalar.text();
        }
        if (node instanceof Scalar scalar) {
            reading.isNot(node, "a text: write it in quotes, " + Quoted.text(scalar.text()));
        } else {
            reading.isNot(node, allowed());
        }
        return null;
    }

    @Override
    public JsonNode write(String value) {
        return Schemas.JSON.stringNode(value);
    }

    @Override
    public ObjectNode schema() {
        return pattern.isEmpty() ? Schemas.type("string") : Schemas.text(pattern);
    }

    @Override
    public String allowed() {
        return "a text";
    }
}
