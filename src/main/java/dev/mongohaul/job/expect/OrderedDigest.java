package dev.mongohaul.job.expect;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** Digest of the parts of a file, which several threads bring in any order. Thread-safe. */
final class OrderedDigest {

    /** Parts that come earlier than their turn are kept up to here; who brings a later one waits. */
    private static final long MOST_BYTES_AHEAD = 16 << 20;

    private final MessageDigest digest;
    private final Map<Long, byte[]> early = new HashMap<>();
    private long next;

    OrderedDigest(MessageDigest digest) {
        this.digest = digest;
    }

    /** Adds a part. A thread with the next part never waits, so that the others can continue after it. */
    synchronized void add(long offset, byte[] bytes, int length) {
        try {
            while (offset - next > MOST_BYTES_AHEAD) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Stopped while the input was read", e);
        }
        if (offset != next) {
            early.put(offset, Arrays.copyOf(bytes, length));
            return;
        }
        digest.update(bytes, 0, length);
        next += length;
        for (byte[] part = early.remove(next); part != null; part = early.remove(next)) {
            digest.update(part);
            next += part.length;
        }
        notifyAll();
    }

    /** Returns the digest in hexadecimal. For one call, after the last part. */
    synchronized String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
