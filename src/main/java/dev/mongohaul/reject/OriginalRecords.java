package dev.mongohaul.reject;

import java.io.IOException;
import java.io.InputStream;

/** Reads records again from the input they came from, for those too long to be kept with their reason. */
@FunctionalInterface
public interface OriginalRecords {

    /**
     * Opens a record; the stream ends behind it and is closed by the caller.
     *
     * @param offset of the record's first byte, counted over all inputs of the import
     * @param length in bytes, without the line end
     * @throws IOException where the input is gone or has changed
     */
    InputStream open(long offset, long length) throws IOException;
}
