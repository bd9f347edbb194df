package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Writer that a job file can name. */
public final class WriterType {

    private static final Predicate<WriteSettings> NEVER = settings -> false;

    /** All writers. */
    public static final List<WriterType> ALL = List.of(
            new WriterType("direct", true, NEVER, DirectSender::new, (settings, rendering) -> Optional.empty()),
            new WriterType("save", false, settings -> true, SaveSender::save, ObjectSender::cannotSave),
            new WriterType(
                    "save-all",
                    false,
                    settings -> !settings.insertsOnly(),
                    SaveSender::saveAll,
                    ObjectSender::cannotSave),
            new WriterType("bulk", false, NEVER, BulkSender::new, BulkSender::refusal),
            new WriterType("raw", false, NEVER, RawSender::new, RawSender::refusal),
            new WriterType("reactive", false, settings -> true, ReactiveSender::new, ObjectSender::cannotReplace),
            new WriterType("reactive-buffered", false, NEVER, BufferedSender::new, BufferedSender::refusal));

    /** Largest chunk of commands for one document each. A larger one would show no progress, and delay a stop. */
    private static final int MOST_ONE_BY_ONE = 100;

    private final String name;
    private final boolean takesBytes;
    private final Predicate<WriteSettings> oneByOne;
    private final Factory factory;
    private final Refusal refusal;

    /** @param oneByOne whether it sends a command for each document, one after the other */
    private WriterType(
            String name, boolean takesBytes, Predicate<WriteSettings> oneByOne, Factory factory, Refusal refusal) {
        this.name = name;
        this.takesBytes = takesBytes;
        this.oneByOne = oneByOne;
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

    /** Returns the records of a chunk: as many as the user set, or fewer if the writer sends one document after the other. */
    public int chunkSize(int set, WriteSettings settings) {
        return oneByOne.test(settings) ? Math.min(set, MOST_ONE_BY_ONE) : set;
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
