package dev.mongohaul.prove;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * Field that differs between an expected document and the one in the target.
 *
 * @param path with dots; empty for the order of the fields of the whole document
 * @param expected null if the field is not expected; the names in their order if only that differs
 * @param actual null if the document lacks the field
 * @param ofOrder whether the values are equal, and only the order of the fields differs
 */
public record FieldDifference(
        String path, @Nullable BsonValue expected, @Nullable BsonValue actual, boolean ofOrder) {

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    /**
     * Returns the differences of two documents, field by field; none if their bytes are equal but for ignored values.
     *
     * @param ignored paths of values that make no difference, unless their type does
     */
    static List<FieldDifference> between(BsonDocument expected, BsonDocument actual, Predicate<String> ignored) {
        List<FieldDifference> found = new ArrayList<>();
        collect("", expected, actual, ignored, found);
        return found;
    }

    private static void collect(
            String path,
            BsonDocument expected,
            BsonDocument actual,
            Predicate<String> ignored,
            List<FieldDifference> found) {
        int before = found.size();
        Set<String> names = new LinkedHashSet<>(expected.keySet());
        names.addAll(actual.keySet());
        for (String name : names) {
            String field = path.isEmpty() ? name : path + "." + name;
            BsonValue one = expected.get(name);
            BsonValue other = actual.get(name);
            if (one instanceof BsonDocument nested && other instanceof BsonDocument present) {
                collect(field, nested, present, ignored, found);
            } else {
                of(field, one, other, ignored).ifPresent(found::add);
            }
        }
        if (found.size() == before && !List.copyOf(expected.keySet()).equals(List.copyOf(actual.keySet()))) {
            found.add(new FieldDifference(path, names(expected), names(actual), true));
        }
    }

    /** Returns the difference of one value; empty if there is none. */
    static Optional<FieldDifference> of(
            String path, @Nullable BsonValue expected, @Nullable BsonValue actual, Predicate<String> ignored) {
        return expected != null
                        && actual != null
                        && expected.getBsonType() == actual.getBsonType()
                        && (ignored.test(path) || bytes(expected).equals(bytes(actual)))
                ? Optional.empty()
                : Optional.of(new FieldDifference(path, expected, actual, false));
    }

    private static ByteBuffer bytes(BsonValue value) {
        return new RawBsonDocument(new BsonDocument("", value), CODEC)
                .getByteBuffer()
                .asNIO();
    }

    private static BsonArray names(BsonDocument document) {
        return new BsonArray(document.keySet().stream().map(BsonString::new).toList());
    }
}
