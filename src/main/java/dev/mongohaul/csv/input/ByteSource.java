package dev.mongohaul.csv.input;

import java.io.IOException;
import java.io.InputStream;

/** Where an input's bytes come from; opened once per reader. */
public sealed interface ByteSource permits FileSource, StandardInput {

    /** The decompressed bytes from the first one on. */
    InputStream open() throws IOException;

    /** As {@link #open}, but what is read through it is not lost to whoever opens the source next. */
    InputStream peek() throws IOException;
}
