package dev.mongohaul.job.file.table;

import dev.mongohaul.job.file.Source.Header;
import dev.mongohaul.job.file.form.Form;
import dev.mongohaul.job.file.form.ListForm;
import dev.mongohaul.job.file.form.Reading;
import dev.mongohaul.job.file.form.Schemas;
import dev.mongohaul.job.file.form.TextForm;
import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Scalar;
import dev.mongohaul.job.file.yaml.Sequence;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code true}, for names that the input holds, or the names. */
record HeaderForm() implements Form<Header> {

    private static final ListForm<String> NAMES = new ListForm<>(new TextForm(""));

    @Override
    public @Nullable Header read(Node node, Reading reading) {
        if (node instanceof Scalar scalar
                && scalar.style() != Scalar.Style.QUOTED
                && scalar.text().equals("true")) {
            return Header.IN_INPUT;
        }
        if (node instanceof Sequence list && !list.elements().isEmpty()) {
            List<String> names = NAMES.read(node, reading);
            return names == null ? null : new Header(names);
        }
        reading.isNot(node, allowed());
        return null;
    }

    @Override
    public JsonNode write(Header value) {
        return value.isInInput() ? Schemas.JSON.booleanNode(true) : NAMES.write(value.names());
    }

    @Override
    public ObjectNode schema() {
        ObjectNode yes = Schemas.JSON.objectNode().put("const", true);
        return Schemas.anyOf(yes, Schemas.list(Schemas.type("string")).put("minItems", 1));
    }

    @Override
    public String allowed() {
        return "true, or a list of the columns' names";
    }

    @Override
    public boolean isNested() {
        return true;
    }
}
