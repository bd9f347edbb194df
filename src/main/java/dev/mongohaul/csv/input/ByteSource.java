package dev.mongohaul.csv.input;

import java.io.IOException;
import java.io.InputStream;

/** Source of an input's bytes; opened once per reader. */
public sealed interface ByteSource permits FileSource, StandardInput {

    /** Opens the decompressed bytes at the first one. */
    InputStream open() throws IOException;

    /** As {@link #open}, but the bytes that are read can be read again by the next reader. */
    InputStream peek() throws IOException;
}
