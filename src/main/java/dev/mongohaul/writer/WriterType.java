package dev.mongohaul.writer;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bson.Document;
import org.bson.RawBsonDocument;

/**
 * A writer as a job file names it.
 *
 * @param name the word in {@code write.writer}
 * @param rendering what it sends: {@link RawBsonDocument} or {@link Document}
 * @param factory makes one for each step
 * @param refusal why it cannot write with the given settings, if it cannot
 * @param <D> the rendering
 */
public record WriterType<D>(
        String name,
        Class<D> rendering,
        Function<WriteTarget, DocumentItemWriter<D>> factory,
        Function<WriteSettings, Optional<String>> refusal) {

    /** All writers there are. */
    public static final List<WriterType<?>> ALL = List.of(
            new WriterType<>("direct", RawBsonDocument.class, DirectItemWriter::new, settings -> Optional.empty()),
            new WriterType<>("save-all", Document.class, SaveAllItemWriter::new, SaveAllItemWriter::refusal));

    /** The writer of that name, if it is built. */
    public static Optional<WriterType<?>> named(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
    }
}
