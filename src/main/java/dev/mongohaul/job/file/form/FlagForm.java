package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Scalar;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** True or false, and no other word for them. */
public record FlagForm() implements Form<Boolean> {

    @Override
    public @Nullable Boolean read(Node node, Reading reading) {
        if (node instanceof Scalar scalar
                && scalar.style() != Scalar.Style.QUOTED
                && scalar.text().matches("true|false")) {
            return scalar.text().equals("true");
        }
        reading.isNot(node, allowed());
        return null;
    }

    @Override
    public JsonNode write(Boolean value) {
        return Schemas.JSON.booleanNode(value);
    }

    @Override
    public ObjectNode schema() {
        return Schemas.type("boolean");
    }

    @Override
    public String allowed() {
        return "true or false";
    }
}
