package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Servers of one scheme. Thread-safe; one for the process, which keeps its connections.
 *
 * <p>An {@link IOException} of its methods is temporary: the caller tries again. An {@link InputException} is what a user
 * has to mend: missing rights, an unknown host. Messages name the address without its query, and no password or key.
 */
interface RemoteStore {

    /**
     * Finds objects, in the order of their paths; an empty list if there is none.
     *
     * @param address of one object, or a pattern where the scheme has listings
     * @param most objects to look at; more are refused
     */
    List<RemoteObject> find(RemoteAddress address, int most) throws IOException;

    /**
     * Opens a range of an object, which is exactly the version that was found.
     *
     * @param from first byte
     * @param length bytes; all of them if the object has {@linkplain RemoteObject#ranges() no ranges}
     * @throws ObjectChangedException if the object is another one by now, or is gone
     */
    InputStream open(RemoteObject object, long from, long length) throws IOException;

    /**
     * Moves an object, unless it is another version by now.
     *
     * @param to address of the same server and bucket, at which nothing lies
     * @throws ObjectChangedException if the object is another one by now, or is gone
     * @throws java.nio.file.FileAlreadyExistsException if another object is at the new address
     */
    void move(RemoteObject object, RemoteAddress to) throws IOException;

    /**
     * Deletes an object, unless it is another version by now.
     *
     * @throws ObjectChangedException if the object is another one by now, or is gone
     */
    void delete(RemoteObject object) throws IOException;
}
