package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Scalar;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A whole number of things.
 *
 * @param min the smallest, which the record checks that the count is for
 * @param max the largest, which it checks too
 */
public record CountForm(int min, int max) implements Form<Integer> {

    @Override
    public @Nullable Integer read(Node node, Reading reading) {
        if (node instanceof Scalar scalar && scalar.style() != Scalar.Style.QUOTED) {
            String text = scalar.text();
            if (text.matches("[0-9]{1,10}") && Long.parseLong(text) <= Integer.MAX_VALUE) {
                return Integer.parseInt(text);
            }
        }
        boolean huge = max == Integer.MAX_VALUE
                && node instanceof Scalar scalar
                && scalar.text().matches("[0-9]{10,}");
        reading.isNot(node, allowed() + (huge ? " and at most " + Integer.MAX_VALUE : ""));
        return null;
    }

    @Override
    public JsonNode write(Integer value) {
        return Schemas.JSON.numberNode(value);
    }

    @Override
    public ObjectNode schema() {
        return Schemas.type("integer").put("minimum", min).put("maximum", max);
    }

    @Override
    public String allowed() {
        return max == Integer.MAX_VALUE
                ? "a count: a whole number of at least " + min
                : "a count: a whole number from " + min + " to " + max;
    }
}
