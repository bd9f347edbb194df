package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Scalar;
import java.time.DateTimeException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A value that has a text.
 *
 * @param allowed what can be parsed, to follow "is not"
 * @param parser throws {@link IllegalArgumentException} or {@link DateTimeException} for other texts
 * @param printer gives a text that the parser takes
 * @param newSchema gives a schema of what can be written
 */
public record ParsedForm<T>(
        String allowed, Function<String, T> parser, Function<T, String> printer, Supplier<ObjectNode> newSchema)
        implements Form<T> {

    @Override
    public @Nullable T read(Node node, Reading reading) {
        if (node instanceof Scalar scalar) {
            try {
                return parser.apply(scalar.text());
            } catch (IllegalArgumentException | DateTimeException e) {
                // The message below says what is allowed; those of the parsers speak to programmers.
            }
        }
        reading.isNot(node, allowed);
        return null;
    }

    @Override
    public JsonNode write(T value) {
        return Schemas.JSON.stringNode(printer.apply(value));
    }

    @Override
    public ObjectNode schema() {
        return newSchema.get();
    }
}
