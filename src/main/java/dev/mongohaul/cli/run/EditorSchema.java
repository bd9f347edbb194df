package dev.mongohaul.cli.run;

import dev.mongohaul.text.AsideFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/** JSON schema of job files, by which editors complete and check them, in a file near them. */
public final class EditorSchema {

    public static final String NAME = "mongohaul-job.schema.json";

    private EditorSchema() {}

    /** Returns the folder of a job file. */
    public static Path folder(Path jobFile) {
        return Objects.requireNonNull(jobFile.toAbsolutePath().getParent());
    }

    /** Writes the schema into a folder, in place of that of another version. */
    public static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(NAME);
        try (InputStream schema = Objects.requireNonNull(EditorSchema.class.getResourceAsStream("/" + NAME));
                AsideFile written = AsideFile.unique(file)) {
            Files.write(written.path(), schema.readAllBytes());
            written.publish(file);
        }
    }

    /** Returns the first line of a job file, which names the schema; empty if none is in its folder, or in that above. */
    public static String comment(Path folder) {
        return Stream.of(NAME, "../" + NAME, "../src/main/resources/" + NAME)
                .filter(name -> Files.isRegularFile(folder.resolve(name)))
                .findFirst()
                .map("# yaml-language-server: $schema=%s%n"::formatted)
                .orElse("");
    }
}
