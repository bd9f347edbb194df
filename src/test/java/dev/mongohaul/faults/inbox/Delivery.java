package dev.mongohaul.faults.inbox;

/**
 * A file that the sender put into the folder.
 *
 * @param size of the file
 * @param digest of its bytes, in hex
 * @param fate what became of it before the program was done with it
 */
record Delivery(String name, Content content, long size, String digest, Fate fate) {

    enum Fate {
        /** Nothing: it has to be imported, and moved or deleted. */
        STAYED,
        /** The sender put another file over it after its import, before it was moved or deleted. */
        REPLACED,
        /** The sender put another file over it before its import began. */
        WITHDRAWN
    }

    Delivery with(Fate later) {
        return new Delivery(name, content, size, digest, later);
    }
}
