package dev.mongohaul.csv.input;

import dev.mongohaul.csv.place.ObjectMark;
import dev.mongohaul.csv.place.ObjectPlace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Object that a source found: a file, or bytes that come only once. Opened once per reader. */
public interface InputObject {

    /** Returns the name for messages. */
    String name();

    /** Returns a name by which its source finds this object and no other, today and later. */
    String address();

    /** Returns where it lies. */
    ObjectPlace place();

    Compression compression();

    /** Returns its state when it was found. */
    ObjectStamp stamp();

    /** Returns what of its state it keeps when it is moved. */
    default ObjectMark mark() {
        return new ObjectMark(stamp().size(), stamp().modified(), null, null);
    }

    /** Returns whether an object of its kind is there only when it is whole, and then stays as it is. */
    default boolean isWhole() {
        return false;
    }

    /** Returns whether its bytes can be read again, from any place; then its size is known. */
    default boolean isStored() {
        return true;
    }

    /** Returns the object that it lies in: itself, or the archive of several files. */
    default InputObject file() {
        return this;
    }

    /** Returns the names and globs of the files to read, if it is an archive of several; none for the only file. */
    default List<String> members() {
        return List.of();
    }

    /** Returns the offset of its first stored byte in its {@link #channel}, which is that of its {@link #file}. */
    default long begin() {
        return 0;
    }

    /**
     * Opens the stored bytes, packed where they are, for reads at positions. An object on another machine has a local copy.
     *
     * @throws IOException where they cannot be opened, or come only once
     */
    FileChannel channel() throws IOException;

    /**
     * Opens the stored bytes at the first one.
     *
     * @param expected sums that the bytes must have; null for any
     * @throws IOException where the object cannot be read or changed its size; so do the stream's methods
     */
    default InputStream open(@Nullable BlockSums expected) throws IOException {
        return new StoredStream(this, expected);
    }

    /** Removes what this machine keeps of the object, whose import has ended; it is fetched again if it is read once more. */
    default void release() {}

    /** Unpacks the stored bytes of an object with {@link Compression#MEMBER}. */
    default InputStream unpack(InputStream packed) {
        return packed;
    }

    /** As {@link #open}, but the bytes that are read can be read again by the next reader. */
    default InputStream peek(@Nullable BlockSums expected) throws IOException {
        return open(expected);
    }
}
