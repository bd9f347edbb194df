package dev.mongohaul.csv.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/** ZIP archives with files of text. */
public final class Zips {

    private Zips() {}

    /** Returns an archive with the files, in the order of the map. */
    public static byte[] zip(Map<String, String> files) {
        return zip(files, out -> {});
    }

    /** @param settings of the program that makes the archive */
    static byte[] zip(Map<String, String> files, Consumer<ZipArchiveOutputStream> settings) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(bytes)) {
            settings.accept(out);
            for (Map.Entry<String, String> file : files.entrySet()) {
                add(out, file.getKey(), file.getValue(), ZipEntry.DEFLATED);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static void add(ZipArchiveOutputStream out, String name, String text, int method) {
        try {
            ZipArchiveEntry entry = new ZipArchiveEntry(name);
            entry.setMethod(method);
            entry.setTime(0);
            byte[] content = text.getBytes(StandardCharsets.UTF_8);
            CRC32 sum = new CRC32();
            sum.update(content);
            entry.setSize(content.length);
            entry.setCrc(sum.getValue());
            out.putArchiveEntry(entry);
            out.write(content);
            out.closeArchiveEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
