package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.List;
import java.util.Optional;

/** Writer that a job file can name. */
public final class WriterType {

    /** All writers. */
    public static final List<WriterType> ALL = List.of(
            new WriterType("direct", true, DirectSender::new, (settings, rendering) -> Optional.empty()),
            new WriterType("save", false, SaveSender::save, ObjectSender::cannotSave),
            new WriterType("save-all", false, SaveSender::saveAll, ObjectSender::cannotSave),
            new WriterType("bulk", false, BulkSender::new, BulkSender::refusal),
            new WriterType("raw", false, RawSender::new, RawSender::refusal),
            new WriterType("reactive", false, ReactiveSender::new, ObjectSender::cannotReplace),
            new WriterType("reactive-buffered", false, BufferedSender::new, BufferedSender::refusal));

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

    /** Returns the value of {@code write.writer}. */
    public String name() {
        return name;
    }

    /** Returns the rendering that the writer needs: the bytes of the given objects, or these. */
    public Rendering<?> rendering(Rendering<?> objects) {
        return takesBytes ? objects.asBytes() : objects;
    }

    /** Returns why the writer cannot apply the settings to this rendering, as the rest of a sentence; empty if it can. */
    public Optional<String> refusal(WriteSettings settings, Rendering<?> rendering) {
        return refusal.of(settings, rendering);
    }

    /** Creates the sender of a writer for one step, and so for one thread. */
    public <D> DocumentSender<D> create(WriteTarget target, Rendering<D> rendering) {
        return factory.create(target, rendering);
    }

    @Override
    public String toString() {
        return name;
    }

    @FunctionalInterface
    private interface Refusal {

        Optional<String> of(WriteSettings settings, Rendering<?> rendering);
    }

    @FunctionalInterface
    private interface Factory {

        <D> DocumentSender<D> create(WriteTarget target, Rendering<D> rendering);
    }
}
