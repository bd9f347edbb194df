package dev.mongohaul.csv.archive;

import java.util.Map;

/**
 * Entry of the directory of a ZIP archive.
 *
 * @param method of compression
 * @param crc CRC-32 of the unpacked bytes
 * @param packed number of bytes in the archive
 * @param size number of unpacked bytes
 * @param offset in the archive at which its local header begins
 * @param file whether it is a file, and no folder or link
 */
record ZipHeader(String name, int flags, int method, long crc, long packed, long size, long offset, boolean file) {

    static final int STORED = 0;
    static final int DEFLATED = 8;

    private static final int ENCRYPTED = 1;
    private static final int ENCRYPTED_WITH_AES = 99;
    private static final Map<Integer, String> METHODS = Map.of(
            1, "shrink", 6, "implode", 9, "Deflate64", 12, "bzip2", 14, "LZMA", 93, "Zstandard", 95, "xz", 98, "PPMd");

    boolean isEncrypted() {
        return (flags & ENCRYPTED) != 0 || method == ENCRYPTED_WITH_AES;
    }

    boolean isDeflated() {
        return method == DEFLATED;
    }

    /** Returns the name of the method. */
    String methodName() {
        return METHODS.getOrDefault(method, "method " + method);
    }
}
