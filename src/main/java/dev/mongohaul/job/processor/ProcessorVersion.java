package dev.mongohaul.job.processor;

import dev.mongohaul.mapping.spec.MappingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Version of the code of a class: that of its jar, or a digest, which changes with the code. */
final class ProcessorVersion {

    private static final String SNAPSHOT = "-SNAPSHOT";
    private static final int SHOWN_DIGITS = 16;
    /** Once for a class, because a jar may be large and a process may run many imports. */
    private static final ClassValue<String> DIGESTS = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return digest(type);
        }
    };

    private ProcessorVersion() {}

    /**
     * Returns the {@code Implementation-Version} of the class's jar. Without one, and for a snapshot, whose code changes
     * under the same version, it is a digest: of the jar, or of all classes in the folder.
     */
    static String of(Class<?> type) {
        String version = type.getPackage().getImplementationVersion();
        return version == null || version.isBlank() || version.endsWith(SNAPSHOT) ? DIGESTS.get(type) : version;
    }

    private static String digest(Class<?> type) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Path place = place(type);
            if (place == null) {
                digest.update(bytes(type));
            } else if (Files.isDirectory(place)) {
                for (Path file : classes(place)) {
                    String name = place.relativize(file).toString().replace('\\', '/');
                    digest.update((name + "\n").getBytes(StandardCharsets.UTF_8));
                    digest.update(Files.readAllBytes(file));
                }
            } else {
                digest.update(Files.readAllBytes(place));
            }
            return "sha256:" + HexFormat.of().formatHex(digest.digest()).substring(0, SHOWN_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        } catch (IOException | UncheckedIOException e) {
            throw new MappingException(
                    "processor: the classes of %s cannot be read: %s".formatted(type.getName(), e.getMessage()));
        }
    }

    /** Returns the jar or folder of the class; null for a jar within another one. */
    private static @Nullable Path place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            return source == null || source.getLocation() == null
                    ? null
                    : Path.of(source.getLocation().toURI());
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return null;
        }
    }

    private static List<Path> classes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .sorted()
                    .toList();
        }
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        String name = type.getName();
        try (InputStream in = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            return in == null ? name.getBytes(StandardCharsets.UTF_8) : in.readAllBytes();
        }
    }
}
