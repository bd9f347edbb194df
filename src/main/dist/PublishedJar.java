import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Removes from the jar without libraries, which other programs depend on, the types that replace a library in the program:
 * they would hide that library. Its argument is the path of the jar, which a profile may not have made.
 */
final class PublishedJar {

    private static final String FOLDER = "org/apache/commons/collections/";

    public static void main(String[] arguments) throws IOException {
        Path jar = Path.of(arguments[0]);
        if (!Files.exists(jar)) {
            return;
        }
        try (FileSystem entries = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
            for (String name : List.of("Buffer.class", "FastHashMap.class", "package-info.class", "")) {
                Files.deleteIfExists(entries.getPath(FOLDER + name));
            }
            for (String folder : List.of("org/apache/commons/", "org/apache/", "org/")) {
                Files.deleteIfExists(entries.getPath(folder));
            }
        }
    }
}
