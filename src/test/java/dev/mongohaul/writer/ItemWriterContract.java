package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;

/**
 * Contract of every writer, for each API. A writer's test extends it with its name, and adds what is
 * the writer's own.
 *
 * @param <D> what the writer takes
 */
abstract class ItemWriterContract<D>
        implements ChunkContract<D>,
                RefusalContract<D>,
                TooLargeContract<D>,
                DuplicateIdContract<D>,
                AddContract<D>,
                TransientErrorContract<D>,
                RandomChunkContract<D> {

    private final WriterBench<D> bench;

    ItemWriterContract(Rendering<D> rendering, String name) {
        bench = new WriterBench<>(WriterBench.type(name), rendering);
    }

    @Override
    public WriterBench<D> bench() {
        return bench;
    }
}
