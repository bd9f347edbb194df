package dev.mongohaul.csv.input;

import dev.mongohaul.csv.place.ObjectMark;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Object with its part of the import's offsets.
 *
 * @param index among the inputs, from 0
 * @param baseOffset global offset of its first byte
 * @param capacity number of its offsets: the size of a plain object, a share of the rest for other inputs
 * @param recordsEnd global offset at and after which no record begins
 * @param mostUnpackedBytes that may be read from an archive
 */
public record Input(
        int index,
        InputObject object,
        long baseOffset,
        long capacity,
        long recordsEnd,
        long mostUnpackedBytes,
        KnownBytes known) {

    Input(int index, InputObject object, long baseOffset, long capacity, long mostUnpackedBytes) {
        this(index, object, baseOffset, capacity, baseOffset + capacity, mostUnpackedBytes, KnownBytes.NONE);
    }

    Input known(KnownBytes bytes) {
        return new Input(index, object, baseOffset, capacity, recordsEnd, mostUnpackedBytes, bytes);
    }

    Input endingAt(long end) {
        return new Input(index, object, baseOffset, capacity, end, mostUnpackedBytes, known);
    }

    /** Returns the object's name for messages. */
    public String name() {
        return object.name();
    }

    /** Returns the name by which the object is found again. */
    public String address() {
        return object.address();
    }

    /** Returns the object that it lies in: its own, or an archive of several files. */
    public InputObject file() {
        return object.file();
    }

    /** Returns the names that stand for all that is read of it, if it is a file of which it is not known what is in it. */
    public List<String> names() {
        return object.members().isEmpty()
                ? List.of(address())
                : object.members().stream()
                        .map(member -> address() + "!/" + member)
                        .toList();
    }

    /** Returns the object's state when it was found. */
    public ObjectStamp stamp() {
        return object.stamp();
    }

    /** Returns what its file keeps when it is moved. */
    public ObjectMark mark() {
        return object.file().mark();
    }

    /** Returns the digest of the unpacked bytes; null if this process has not read them. */
    public @Nullable String digest() {
        return known.digest();
    }

    /** Returns the global offset just after the input's last one. */
    public long endOffset() {
        return baseOffset + capacity;
    }

    /** Returns whether the bytes can be read again. */
    public boolean isStored() {
        return object.isStored();
    }

    /** Returns whether the bytes are stored and not packed, so that offsets are places in what is stored. */
    public boolean isPlain() {
        return isPlain(object);
    }

    static boolean isPlain(InputObject object) {
        return object.isStored() && object.compression() == Compression.NONE;
    }

    /**
     * Requires an offset for each of its unpacked bytes.
     *
     * @throws UnreadableInputException if they are more than its capacity
     */
    public void requireRoom(long bytes) throws UnreadableInputException {
        if (bytes > capacity) {
            throw new UnreadableInputException(
                    "%s: has more than the %,d bytes that it can have beside the other inputs; import it alone"
                            .formatted(name(), capacity));
        }
    }

    /** Opens the stored bytes, packed where they are, for reads at positions. */
    public FileChannel channel() throws IOException {
        return object.channel();
    }

    /**
     * Opens the unpacked bytes at the first one.
     *
     * @throws UnreadableInputException where the object changed, or is a damaged archive; so do the stream's methods
     */
    public InputStream open() throws IOException {
        return unpacked(object.open(known.sums()), true);
    }

    /** As {@link #open}, but the bytes that are read can be read again by the next reader. */
    public InputStream peek() throws IOException {
        return unpacked(object.peek(known.sums()), false);
    }

    /** Opens the unpacked bytes of stored bytes that are read elsewhere. */
    public InputStream unpack(InputStream stored) throws IOException {
        return unpacked(stored, false);
    }

    private InputStream unpacked(InputStream stored, boolean warns) throws IOException {
        return object.compression() == Compression.NONE ? stored : UnpackedStream.ahead(this, stored, warns);
    }
}
