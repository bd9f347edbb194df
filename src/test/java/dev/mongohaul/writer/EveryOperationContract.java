package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;

/**
 * Contract of every writer that can do all operations.
 *
 * @param <D> what the writer takes
 */
abstract class EveryOperationContract<D> extends ReplacingItemWriterContract<D>
        implements UpdateContract<D>, DeleteContract<D>, MixedContract<D>, MixedPropertyContract<D> {

    EveryOperationContract(Rendering<D> rendering, String name) {
        super(rendering, name);
    }
}
