package dev.mongohaul.mapping.origin;

import dev.mongohaul.mapping.sink.FixedValue;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/**
 * Origin of the records of one import.
 *
 * @param paths of the inputs, in their order; {@code -} is standard input
 * @param importNumber the same in every run of the import
 * @param loadedAt start of the import's first run
 */
public record ImportOrigin(List<String> paths, long importNumber, Instant loadedAt) {

    public ImportOrigin {
        paths = List.copyOf(paths);
    }

    /** Returns an origin without an import, for documents that are not stored: import 0, loaded in 1970. */
    public static ImportOrigin placeholder(List<String> paths) {
        return new ImportOrigin(paths, 0, Instant.EPOCH);
    }

    /** Returns the values for the records of each input, or one for those of all; none for the line. */
    @SuppressWarnings("JavaUtilDate") // documents have them
    public List<FixedValue> values(RecordOrigin origin) {
        return switch (origin) {
            case FILE ->
                paths.stream()
                        .map(path -> new FixedValue(nameOf(Path.of(path))))
                        .toList();
            case PATH -> paths.stream().map(FixedValue::new).toList();
            case LINE -> List.of();
            case IMPORT -> List.of(new FixedValue(importNumber));
            case LOADED_AT -> List.of(new FixedValue(Date.from(loadedAt)));
        };
    }

    private static String nameOf(Path path) {
        Path name = path.getFileName();
        return (name == null ? path : name).toString();
    }
}
