package dev.mongohaul.csv.place;

import java.io.IOException;
import java.util.Optional;

/** Place of an object, which need not exist. Each method looks again; it fails if the place cannot be looked at now. */
public interface ObjectPlace {

    /** Returns the name by which the place is found again. */
    String address();

    /** Returns the last part of the address. */
    String name();

    /** Returns a place beside this one. */
    ObjectPlace beside(String name);

    /** Returns whether anything is there, be it a link or a folder. */
    boolean isTaken() throws IOException;

    /** Returns the mark of the object; empty if none is there. A link and a folder are none. */
    Optional<ObjectMark> mark() throws IOException;

    /** Returns the first bytes of the object, all if it is shorter. */
    byte[] read(int longest) throws IOException;

    /**
     * Moves an object. Only that one is taken: another one that lies there meanwhile stays. No other one is replaced. A move
     * that a crash interrupted is completed by calling it again, with the same place to go to.
     *
     * @return false if the object is neither here any more nor there: what lies here stays
     * @throws java.nio.file.FileAlreadyExistsException if another object is there
     */
    boolean move(ObjectMark mark, ObjectPlace to) throws IOException;

    /**
     * Deletes an object, and no other one.
     *
     * @return false if it is not here any more
     */
    boolean delete(ObjectMark mark) throws IOException;

    /** Removes what interrupted moves to a place, and deletions, have left, of an object whose mark is not known any more. */
    void sweep(ObjectPlace to) throws IOException;
}
