package dev.mongohaul.compare.suite;

import dev.mongohaul.job.file.form.Form;
import dev.mongohaul.job.file.form.Reading;
import dev.mongohaul.job.file.form.Schemas;
import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Scalar;
import dev.mongohaul.job.file.yaml.Sequence;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A value as it was written, or several, of which each makes cells of its own: a job file says later what it means. */
record NodeForm() implements Form<List<Scalar>> {

    @Override
    public @Nullable List<Scalar> read(Node node, Reading reading) {
        if (node instanceof Scalar scalar) {
            return List.of(scalar);
        }
        if (node instanceof Sequence sequence
                && !sequence.elements().isEmpty()
                && sequence.elements().stream().allMatch(Scalar.class::isInstance)) {
            return sequence.elements().stream().map(Scalar.class::cast).toList();
        }
        reading.isNot(node, allowed());
        return null;
    }

    @Override
    public JsonNode write(List<Scalar> values) {
        throw new UnsupportedOperationException("suites are read only");
    }

    @Override
    public ObjectNode schema() {
        return Schemas.JSON.objectNode();
    }

    @Override
    public String allowed() {
        return "a text, a number, true, false, or a list of them";
    }

    @Override
    public boolean isNested() {
        return true;
    }
}
