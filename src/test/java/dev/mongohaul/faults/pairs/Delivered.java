package dev.mongohaul.faults.pairs;

import dev.mongohaul.csv.source.remote.S3Server;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.codec.digest.DigestUtils;
import software.amazon.awssdk.services.s3.S3Client;

/** Files that a sender delivers into a folder, and where they are. */
final class Delivered implements Truth.Places {

    private static final String BUCKET_NAME = "pairs";

    /** Address of the bucket of remote cases. */
    static final String BUCKET = "s3://" + BUCKET_NAME + "/";

    private final Case each;
    private final Path folder;
    private final Map<Integer, String> files = new TreeMap<>();
    private final Map<Integer, Long> lines = new TreeMap<>();

    /** @param folder of the case, with the folders {@code in}, {@code done} and {@code failed} */
    Delivered(Case each, Path folder) {
        this.each = each;
        this.folder = folder;
    }

    /** Starts the server of remote cases, with an empty bucket; returns the variables that lead a program to it. */
    static Map<String, String> startServer() {
        S3Client client = S3Server.ofTests().use().client();
        if (client.listBuckets().buckets().stream()
                .noneMatch(bucket -> bucket.name().equals(BUCKET_NAME))) {
            client.createBucket(create -> create.bucket(BUCKET_NAME));
        }
        return S3Server.ofTests().environment();
    }

    /** Delivers the input of the job; returns the names of its files. */
    List<String> deliver(List<Row> rows, boolean whole) {
        Map<String, List<Row>> parts = new LinkedHashMap<>();
        int half = rows.size() / 2;
        switch (each.input()) {
            case FILE, GZ, STDIN, S3 -> parts.put("a.csv", rows);
            case TOGETHER, EACH, ZIP -> {
                parts.put("a.csv", rows.subList(0, half));
                parts.put("b.csv", rows.subList(half, rows.size()));
            }
        }
        return deliver(parts, whole);
    }

    /** Delivers the corrected second half of a folder, or the whole corrected input. */
    List<String> deliverLast(List<Row> rows) {
        return switch (each.input()) {
            case TOGETHER, EACH -> deliver(Map.of("b.csv", rows.subList(rows.size() / 2, rows.size())), true);
            default -> deliver(rows, true);
        };
    }

    /** Delivers one more file. */
    List<String> deliverNew(List<Row> rows) {
        return each.input() == Case.Input.ZIP
                ? zip("n.zip", Map.of("n.csv", rows), true)
                : deliver(Map.of("n.csv", rows), true);
    }

    private List<String> deliver(Map<String, List<Row>> parts, boolean whole) {
        if (each.input() == Case.Input.ZIP) {
            return zip("a.zip", parts, whole);
        }
        List<String> names = new ArrayList<>();
        parts.forEach((name, rows) -> {
            byte[] text = csv(rows, whole || (name.equals("a.csv") && parts.size() > 1));
            boolean packed = each.input() == Case.Input.GZ;
            write(packed ? name + ".gz" : name, packed ? gzip(text) : text, rows.size());
            names.add(packed ? name + ".gz" : name);
            rows.forEach(row -> files.put(row.id(), packed ? name + ".gz" : name));
        });
        return names;
    }

    private List<String> zip(String archive, Map<String, List<Row>> parts, boolean whole) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, List<Row>> part : parts.entrySet()) {
                out.putNextEntry(new ZipEntry(part.getKey()));
                out.write(csv(part.getValue(), whole));
                part.getValue().forEach(row -> files.put(row.id(), part.getKey()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        write(
                archive,
                bytes.toByteArray(),
                parts.values().stream().mapToInt(List::size).sum());
        return List.of(archive);
    }

    private byte[] csv(List<Row> rows, boolean whole) {
        for (int at = 0; at < rows.size(); at++) {
            lines.put(rows.get(at).id(), at + 2L);
        }
        return Row.csv(rows, whole).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void write(String name, byte[] content, int records) {
        put(name, content);
        if (each.shape() == Case.Shape.EXPECT) {
            put(name + ".count", Integer.toString(records).getBytes(StandardCharsets.UTF_8));
            put(
                    name + ".sha256",
                    "%s  %s\n".formatted(DigestUtils.sha256Hex(content), name).getBytes(StandardCharsets.UTF_8));
        }
    }

    private void put(String name, byte[] content) {
        if (each.input() == Case.Input.S3) {
            S3Server.ofTests().put(BUCKET_NAME, key("in/" + name), content);
            return;
        }
        try {
            Path file = Files.createDirectories(folder.resolve("in")).resolve(name);
            Files.write(file, content);
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(600)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the files as {@code in/a.csv}, without those beside them. */
    List<String> places() {
        if (each.input() == Case.Input.S3) {
            return objects();
        }
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(file -> file.matches(".*\\.(csv|gz|zip)(\\.count|\\.sha256)?"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> objects() {
        String prefix = key("");
        return S3Server.ofTests()
                .client()
                .listObjectsV2(list -> list.bucket(BUCKET_NAME).prefix(prefix))
                .contents()
                .stream()
                .map(object -> object.key().substring(prefix.length()))
                .sorted()
                .toList();
    }

    private String key(String name) {
        return "cases/%s/%s".formatted(folder.getFileName(), name);
    }

    @Override
    public String file(Row row) {
        return each.input() == Case.Input.STDIN ? "-" : files.getOrDefault(row.id(), "");
    }

    @Override
    public long line(Row row) {
        return lines.getOrDefault(row.id(), 0L);
    }
}
