package dev.mongohaul.job.file.table;

import dev.mongohaul.job.file.FieldPathRules;
import dev.mongohaul.job.file.form.Form;
import dev.mongohaul.job.file.form.ListForm;
import dev.mongohaul.job.file.form.Reading;
import dev.mongohaul.job.file.form.TextForm;
import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Sequence;
import dev.mongohaul.mapping.spec.FieldPath;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A text whose dots nest, or a list of names whose dots do not. */
record FieldPathForm() implements Form<FieldPath> {

    private static final ListForm<String> NAMES = new ListForm<>(new TextForm(""));

    @Override
    public @Nullable FieldPath read(Node node, Reading reading) {
        List<String> names = NAMES.read(node, reading);
        if (names == null) {
            return null;
        }
        return reading.made(
                node, () -> node instanceof Sequence ? FieldPathRules.of(names) : FieldPathRules.parse(names.get(0)));
    }

    @Override
    public JsonNode write(FieldPath value) {
        return NAMES.write(value.elements());
    }

    @Override
    public ObjectNode schema() {
        return NAMES.schema();
    }

    @Override
    public String allowed() {
        return "a field's name whose dots nest, or a list of names";
    }

    @Override
    public boolean isNested() {
        return true;
    }
}
