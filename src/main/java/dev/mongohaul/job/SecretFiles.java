package dev.mongohaul.job;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Files with secrets of a program that others use, who must not read them as the input of an import.
 *
 * @param paths need not exist
 */
public record SecretFiles(List<Path> paths) {

    private static final Bindable<Map<String, String>> VALUES = Bindable.mapOf(String.class, String.class);

    public SecretFiles {
        paths = List.copyOf(paths);
    }

    /** Returns these files, and the keys, certificates and stores for TLS that the environment names. */
    public static SecretFiles of(Environment environment, List<Path> others) {
        Binder binder = Binder.get(environment);
        Stream<String> tls = Stream.of("server.ssl", "spring.ssl.bundle", "management.server.ssl")
                .flatMap(prefix -> binder.bind(prefix, VALUES).orElse(Map.of()).values().stream());
        Stream<String> java = Stream.of("keyStore", "trustStore")
                .flatMap(name -> Stream.ofNullable(System.getProperty("javax.net.ssl." + name)));
        return new SecretFiles(Stream.concat(
                        others.stream(), Stream.concat(tls, java).flatMap(value -> file(value).stream()))
                .toList());
    }

    /** Returns the file that a setting names; empty for a word, a number or the text of a key. */
    private static Optional<Path> file(String value) {
        try {
            Path path = value.startsWith("file:") ? Path.of(URI.create(value).getSchemeSpecificPart()) : Path.of(value);
            return Files.isRegularFile(path) ? Optional.of(path.toAbsolutePath()) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
