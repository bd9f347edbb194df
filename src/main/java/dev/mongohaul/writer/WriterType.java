package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.DocumentItemWriter;
import dev.mongohaul.writer.delivery.WriteSettings;
import dev.mongohaul.writer.delivery.WriteTarget;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bson.RawBsonDocument;

/** Writer that a job file can name. */
public final class WriterType {

    /** All writers. */
    public static final List<WriterType> ALL = List.of(
            ofBytes("direct", DirectItemWriter::new),
            ofObjects("save", SaveItemWriter::new).unless(ObjectItemWriter::cannotSave),
            ofObjects("save-all", SaveAllItemWriter::new).unless(ObjectItemWriter::cannotSave),
            ofObjects("bulk", BulkItemWriter::new).unless(BulkItemWriter::refusal),
            ofObjects("raw", RawItemWriter::new).unless(RawItemWriter::refusal),
            ofObjects("reactive", ReactiveItemWriter::new).unless(ObjectItemWriter::cannotReplace),
            ofObjects("reactive-buffered", ReactiveBufferedItemWriter::new)
                    .unless(ReactiveBufferedItemWriter::refusal));

    private final String name;
    private final boolean takesBytes;
    private final Factory factory;
    private final Refusal refusal;

    private WriterType(String name, boolean takesBytes, Factory factory, Refusal refusal) {
        this.name = name;
        this.takesBytes = takesBytes;
        this.factory = factory;
        this.refusal = refusal;
    }

    /** Returns a writer of documents that were encoded straight from the fields of the CSV record. */
    @SuppressWarnings("unchecked") // rendering() names bytes
    private static WriterType ofBytes(
            String name, Function<WriteTarget, DocumentItemWriter<RawBsonDocument>> constructor) {
        Factory factory = new Factory() {
            @Override
            public <D> DocumentItemWriter<D> create(WriteTarget target, Rendering<D> rendering) {
                return (DocumentItemWriter<D>) constructor.apply(target);
            }
        };
        return new WriterType(name, true, factory, (settings, rendering) -> Optional.empty());
    }

    /** Returns a writer of {@code Document}s or of entities. */
    private static WriterType ofObjects(String name, Factory constructor) {
        return new WriterType(name, false, constructor, (settings, rendering) -> Optional.empty());
    }

    private WriterType unless(Refusal reason) {
        return new WriterType(name, takesBytes, factory, reason);
    }

    /** Returns the value of {@code write.writer}. */
    public String name() {
        return name;
    }

    /** Returns the rendering that the writer needs: BSON, or the given objects. */
    public Rendering<?> rendering(Rendering<?> objects) {
        return takesBytes ? Rendering.BSON : objects;
    }

    /** Returns why the writer cannot apply the settings to this rendering, as the rest of a sentence; empty if it can. */
    public Optional<String> refusal(WriteSettings settings, Rendering<?> rendering) {
        return refusal.of(settings, rendering);
    }

    /** Creates a writer for one step, and so for one thread. */
    public <D> DocumentItemWriter<D> create(WriteTarget target, Rendering<D> rendering) {
        return factory.create(target, rendering);
    }

    @Override
    public String toString() {
        return name;
    }

    @FunctionalInterface
    interface Refusal {

        Optional<String> of(WriteSettings settings, Rendering<?> rendering);
    }

    @FunctionalInterface
    interface Factory {

        <D> DocumentItemWriter<D> create(WriteTarget target, Rendering<D> rendering);
    }
}
