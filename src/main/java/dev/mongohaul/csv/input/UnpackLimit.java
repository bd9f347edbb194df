package dev.mongohaul.csv.input;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Ends the reading of an archive made to unpack to more than anybody wants.
 *
 * <p>Beyond the first {@value #FREE_BYTES} bytes, {@value #MOST_TIMES} times its packed size: CSV packs to a three
 * hundredth at best, gzip packs zeros to a 1,032nd. How many members or frames there are does not matter: each takes
 * packed bytes, and none is kept.
 */
final class UnpackLimit {

    static final long FREE_BYTES = 100L << 20;
    static final int MOST_TIMES = 1_000;

    private final Path path;
    private final LongSupplier packed;
    private final long mostBytes;
    private long unpacked;

    /** @param packed how many bytes were taken from the archive so far */
    UnpackLimit(Path path, LongSupplier packed, long mostBytes) {
        this.path = path;
        this.packed = packed;
        this.mostBytes = mostBytes;
    }

    void count(long bytes) throws IOException {
        unpacked += Math.max(0, bytes);
        if (unpacked > mostBytes) {
            throw new UnreadableInputException(String.format(
                    Locale.ROOT,
                    "%s: the archive holds more than %,d bytes, which is what mongohaul.import.max-unpacked-size allows",
                    path,
                    mostBytes));
        }
        if (unpacked > FREE_BYTES && unpacked / MOST_TIMES > packed.getAsLong()) {
            throw new UnreadableInputException(String.format(
                    Locale.ROOT,
                    "%s: %,d packed bytes have unpacked to more than %,d times as many, as bytes do that were made to"
                            + " fill disks; if that is what you want, unpack the archive and import the plain file",
                    path,
                    packed.getAsLong(),
                    MOST_TIMES));
        }
    }
}
