package dev.mongohaul.csv.input;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** How a file's bytes are packed, told by its name alone. */
public enum Compression {
    /** Bytes as they are. */
    NONE(""),
    /** gzip, any number of members one after another. */
    GZIP(".gz"),
    /** Zstandard, any number of frames one after another. */
    ZSTANDARD(".zst");

    private final String suffix;

    Compression(String suffix) {
        this.suffix = suffix;
    }

    /** By the suffix of the name. */
    public static Compression ofName(String name) {
        if (name.endsWith(GZIP.suffix)) {
            return GZIP;
        }
        return name.endsWith(ZSTANDARD.suffix) ? ZSTANDARD : NONE;
    }

    /** Refuses a damaged or truncated archive, and bytes other than padding behind its end, instead of ending early. */
    InputStream unpack(Path path, BufferedInputStream packed, boolean warns) throws IOException {
        return switch (this) {
            case NONE -> packed;
            case GZIP -> new GzipStream(path, packed, warns);
            case ZSTANDARD -> new ZstdInputStream(packed);
        };
    }
}
