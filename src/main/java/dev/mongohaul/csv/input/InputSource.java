package dev.mongohaul.csv.input;

import dev.mongohaul.csv.place.ObjectPlace;
import java.io.IOException;
import java.util.List;

/** Kind of source, which finds the objects that names stand for. Registered in {@code csv.source.InputSources}. */
public interface InputSource {

    /** Returns whether a name is of this kind; nothing is searched. */
    boolean serves(String name);

    /**
     * Finds objects, each once, in their order.
     *
     * @param names that this kind serves
     * @throws InputException for an object that is missing or cannot be read, and a pattern without a match
     */
    List<InputObject> find(List<String> names);

    /**
     * Returns the state of an object now.
     *
     * @throws IOException where it is missing or cannot be read
     */
    ObjectStamp stamp(String address) throws IOException;

    /** Returns the place that an address names; nothing is searched. */
    ObjectPlace place(String address);
}
