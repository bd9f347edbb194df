package dev.mongohaul.csv.digest;

import dev.mongohaul.csv.input.Input;

/** Receiver of the bytes of each block in their order; blocks come in any order, several at a time on different threads. */
@FunctionalInterface
public interface BlockListener {

    /**
     * Called for each part of a block: of 256 KiB, except a file's last.
     *
     * @param offset of the part in the file on disk, a block's first part at a multiple of 8 MiB
     * @param bytes its bytes from 0 on; the array is reused
     */
    void read(Input input, long offset, byte[] bytes, int length);

    /** Returns a listener that calls this one and then another. */
    default BlockListener and(BlockListener other) {
        return (input, offset, bytes, length) -> {
            read(input, offset, bytes, length);
            other.read(input, offset, bytes, length);
        };
    }
}
