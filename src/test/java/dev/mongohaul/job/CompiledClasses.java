package dev.mongohaul.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Classes that are compiled while tests run and are on no class path. */
public final class CompiledClasses {

    private CompiledClasses() {}

    /**
     * Compiles a class into {@code classes} within the folder, together with those compiled before.
     *
     * @param name with its package
     */
    public static Path into(Path folder, String name, String source) {
        try {
            Path file = folder.resolve("sources").resolve(name.replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, source);
            Path classes = Files.createDirectories(folder.resolve("classes"));
            int result = ToolProvider.getSystemJavaCompiler()
                    .run(
                            null,
                            null,
                            null,
                            "-proc:none",
                            "-d",
                            classes.toString(),
                            "-cp",
                            System.getProperty("java.class.path") + File.pathSeparator + classes,
                            file.toString());
            assertThat(result).isZero();
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts all files of the folder into a jar. */
    public static Path jar(Path jar, Path classes) {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file);
                Stream<Path> found = Files.walk(classes)) {
            List<Path> files = found.filter(Files::isRegularFile).toList();
            for (Path each : files) {
                entries.putNextEntry(
                        new JarEntry(classes.relativize(each).toString().replace('\\', '/')));
                Files.copy(each, entries);
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
