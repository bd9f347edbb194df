package dev.mongohaul.csv.input.stream;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

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

    /** Refuses a damaged or truncated archive, and bytes behind its end, instead of ending early. */
    InputStream unpack(InputStream packed) throws IOException {
        return switch (this) {
            case NONE -> packed;
            case GZIP ->
                // java.util.zip.GZIPInputStream takes a damaged second member for the end of the input.
                GzipCompressorInputStream.builder()
                        .setInputStream(packed)
                        .setDecompressConcatenated(true)
                        .get();
            case ZSTANDARD -> new ZstdInputStream(packed);
        };
    }
}
