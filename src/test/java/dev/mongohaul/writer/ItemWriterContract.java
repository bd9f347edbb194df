package dev.mongohaul.writer;

/**
 * What every writer must hold to, whichever API it stands for. A writer's test extends it with its name, and adds what is
 * the writer's own.
 *
 * @param <D> the rendering of the writer
 */
abstract class ItemWriterContract<D>
        implements ChunkContract<D>,
                RefusalContract<D>,
                TooLargeContract<D>,
                TakenIdContract<D>,
                ReplaceContract<D>,
                ServerTroubleContract<D>,
                RandomChunkContract<D> {

    private final WriterBench<D> bench;

    ItemWriterContract(Class<D> rendering, String name) {
        bench = new WriterBench<>(type(rendering, name));
    }

    @Override
    public WriterBench<D> bench() {
        return bench;
    }

    @SuppressWarnings("unchecked")
    private static <D> WriterType<D> type(Class<D> rendering, String name) {
        WriterType<?> type = WriterType.named(name).orElseThrow();
        if (!type.rendering().equals(rendering)) {
            throw new IllegalArgumentException("%s does not write %s".formatted(name, rendering));
        }
        return (WriterType<D>) type;
    }
}
