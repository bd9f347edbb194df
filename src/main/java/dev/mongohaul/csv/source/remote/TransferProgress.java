package dev.mongohaul.csv.source.remote;

/** Receiver of the progress of transfers. Called from several threads, for each part of about 64 KiB. */
@FunctionalInterface
public interface TransferProgress {

    TransferProgress NONE = (address, done, size) -> {};

    /**
     * Called when a transfer begins, and when a part was stored.
     *
     * @param address of the object
     * @param done bytes that are stored
     * @param size bytes of the object
     */
    void stored(String address, long done, long size);

    /** Called when a transfer has ended, also if it failed. */
    default void ended() {}
}
