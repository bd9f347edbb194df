package dev.mongohaul.mongo.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The server's log file, which mongod appends to.
 *
 * @param file need not exist yet
 */
public record MongodLog(Path file) {

    private static final long KEPT_BYTES = 16L << 20;
    private static final int TOLD_LINES = 5;
    private static final int TOLD_CHARACTERS = 400;

    /** Sets a log aside that has grown beyond 16 MiB; one older log is kept. Only while the server is down. */
    void rotate() throws IOException {
        if (Files.exists(file) && Files.size(file) > KEPT_BYTES) {
            Path older = file.resolveSibling(file.getFileName() + ".1");
            Files.move(file, older, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Bytes written so far: what follows is of the next start. */
    long size() {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /** The last lines since the offset, errors before all others: what a person needs to see first. */
    public String tail(long offset) {
        List<String> lines = linesSince(offset);
        List<String> errors = lines.stream()
                .filter(line -> line.contains("\"s\":\"F\"") || line.contains("\"s\":\"E\""))
                .toList();
        return last(errors.isEmpty() ? lines : errors)
                .map(line -> line.length() > TOLD_CHARACTERS ? line.substring(0, TOLD_CHARACTERS) + "…" : line)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private List<String> linesSince(long offset) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            int from = offset > bytes.length ? 0 : (int) offset;
            return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Stream<String> last(List<String> lines) {
        return lines.stream().skip(Math.max(0, lines.size() - TOLD_LINES));
    }
}
