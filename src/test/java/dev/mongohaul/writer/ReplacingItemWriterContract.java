package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;

/**
 * What every writer must hold to that replaces, too.
 *
 * @param <D> what the writer takes
 */
abstract class ReplacingItemWriterContract<D> extends ItemWriterContract<D>
        implements ReplaceContract<D>, ReplaceRetryContract<D> {

    ReplacingItemWriterContract(Rendering<D> rendering, String name) {
        super(rendering, name);
    }
}
