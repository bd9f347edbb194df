package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.List;
import java.util.Optional;

/** Writer that a job file can name. */
public final class WriterType {

    /** What one command has: all documents of a chunk, or one; or all that are inserted, and one that is changed. */
    private enum Command {
        CHUNK,
        DOCUMENT,
        INSERTED_CHUNK
    }

    /** All writers. */
    public static final List<WriterType> ALL = List.of(
            new WriterType("direct", true, Command.CHUNK, DirectSender::new, (settings, rendering) -> Optional.empty()),
            new WriterType("save", false, Command.DOCUMENT, SaveSender::save, ObjectSender::cannotSave),
            new WriterType("save-all", false, Command.INSERTED_CHUNK, SaveSender::saveAll, ObjectSender::cannotSave),
            new WriterType("bulk", false, Command.CHUNK, BulkSender::new, BulkSender::refusal),
            new WriterType("raw", false, Command.CHUNK, RawSender::new, RawSender::refusal),
            new WriterType("reactive", false, Command.DOCUMENT, ReactiveSender::new, ObjectSender::cannotReplace),
            new WriterType("reactive-buffered", false, Command.CHUNK, BufferedSender::new, BufferedSender::refusal));

    private final String name;
    private final boolean takesBytes;
    private final Command command;
    private final Factory factory;
    private final Refusal refusal;

    private WriterType(String name, boolean takesBytes, Command command, Factory factory, Refusal refusal) {
        this.name = name;
        this.takesBytes = takesBytes;
        this.command = command;
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

    /** Returns whether it sends one document after the other, so that a chunk of thousands takes seconds. */
    public boolean sendsOneByOne(boolean changesDocuments) {
        return command == Command.DOCUMENT || (command == Command.INSERTED_CHUNK && changesDocuments);
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
