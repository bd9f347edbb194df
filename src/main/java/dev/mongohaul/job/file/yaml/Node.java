package dev.mongohaul.job.file.yaml;

/** A value as it was written: its text, not yet what it means. */
public sealed interface Node permits Broken, Mapping, Scalar, Sequence {

    /** The line of its key, for a value that has one. */
    Place place();

    Node at(Place other);

    /** The value for a message: short, and a text in quotes. */
    String shown();
}
