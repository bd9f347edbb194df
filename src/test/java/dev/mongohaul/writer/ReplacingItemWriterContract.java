package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;

/**
 * Contract of every writer that can also replace.
 *
 * @param <D> what the writer takes
 */
abstract class ReplacingItemWriterContract<D> extends ItemWriterContract<D>
        implements ReplaceContract<D>, ReplaceRetryContract<D>, CompareContract<D> {

    ReplacingItemWriterContract(Rendering<D> rendering, String name) {
        super(rendering, name);
    }
}
