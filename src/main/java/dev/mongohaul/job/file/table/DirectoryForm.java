package dev.mongohaul.job.file.table;

import dev.mongohaul.job.file.form.Form;
import dev.mongohaul.job.file.form.Reading;
import dev.mongohaul.job.file.yaml.Node;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A folder to write to. */
record DirectoryForm(PathForm path) implements Form<Path> {

    @Override
    public @Nullable Path read(Node node, Reading reading) {
        String text = path.read(node, reading);
        return text == null ? null : node.place().folder().toAbsolutePath().resolve(text);
    }

    @Override
    public JsonNode write(Path value) {
        return path.write(value.toString());
    }

    @Override
    public ObjectNode schema() {
        return path.schema();
    }

    @Override
    public String allowed() {
        return path.allowed();
    }
}
