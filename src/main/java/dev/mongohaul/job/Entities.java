package dev.mongohaul.job;

import dev.mongohaul.job.processor.ProcessorType;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.spec.MappingException;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Loader of the classes that job files name as entity or processor: from the application, then from the jars and folders of {@code
 * MONGOHAUL_CLASSPATH}, where a folder followed by {@code *} stands for its jars.
 *
 * <p>A class is loaded once: only the next process sees a changed jar. Thread-safe.
 */
final class Entities {

    private static final String VARIABLE = "MONGOHAUL_CLASSPATH";
    private static final Pattern CLASS_FILE_VERSION = Pattern.compile("class file version (\\d+)");

    /** The version of class files is that of Java plus this. */
    private static final int CLASS_FILE_VERSION_OF_JAVA_0 = 44;

    /** The package of {@code ItemProcessor} in earlier versions of Spring Batch. */
    private static final String BEFORE_BATCH_6 = "org/springframework/batch/item/";

    private final String classPath;
    private @Nullable ClassPath parsed;

    private Entities(String classPath) {
        this.classPath = classPath;
    }

    /** Returns the loader of a process with these environment variables. */
    static Entities of(Map<String, String> environment) {
        return new Entities(environment.getOrDefault(VARIABLE, ""));
    }

    /**
     * Returns the entity of the name.
     *
     * @throws MappingException with all problems, if there is no such class, or documents cannot become its objects
     */
    EntityType<?> named(String name) {
        return load("entity", name, EntityType::of);
    }

    /**
     * Returns the processor of the name.
     *
     * @param entity of the job; null if there is none
     * @throws MappingException if there is no such class, it is no processor of the job's items, or refuses the settings
     */
    ProcessorType<?> processor(String name, @Nullable EntityType<?> entity, Map<String, Object> settings) {
        return load("processor", name, type -> ProcessorType.of(type, entity, settings));
    }

    /** @param use what is made of the class, which may load others */
    private <T> T load(String key, String name, Function<Class<?>, T> use) {
        ClassPath path = path();
        String subject = key + ": ";
        try {
            return use.apply(Class.forName(name, false, path.loader));
        } catch (ClassNotFoundException e) {
            throw new MappingException(subject + name + " is " + path);
        } catch (UnsupportedClassVersionError e) {
            throw new MappingException(subject + name + newer(e));
        } catch (NoClassDefFoundError e) {
            throw new MappingException(subject + name + " needs the class " + e.getMessage()
                    + (String.valueOf(e.getMessage()).startsWith(BEFORE_BATCH_6)
                            ? ": compile it with Spring Batch 6, where it is in org.springframework.batch.infrastructure.item"
                            : ", which is " + path));
        } catch (LinkageError e) {
            throw new MappingException(subject + "the file of the class " + name + " is damaged: " + e.getMessage());
        }
    }

    private static String newer(UnsupportedClassVersionError e) {
        Matcher version = CLASS_FILE_VERSION.matcher(String.valueOf(e.getMessage()));
        String compiled = version.find()
                ? "Java " + (Integer.parseInt(version.group(1)) - CLASS_FILE_VERSION_OF_JAVA_0)
                : "a newer Java";
        int running = Runtime.version().feature();
        return " was compiled for " + compiled + ", and this is Java " + running + ": compile it with --release "
                + running + ", or run a newer Java";
    }

    private synchronized ClassPath path() {
        if (parsed == null) {
            parsed = ClassPath.parse(classPath);
        }
        return parsed;
    }

    /** Jars and folders of classes in the order of the search, and a loader that asks the application first. */
    private record ClassPath(List<Path> entries, ClassLoader loader) {

        static ClassPath parse(String text) {
            List<Path> entries = new ArrayList<>();
            List<String> problems = new ArrayList<>();
            for (String entry : text.split(File.pathSeparator, -1)) {
                if (!entry.isBlank()) {
                    add(entry, entries, problems);
                }
            }
            if (!problems.isEmpty()) {
                throw new MappingException(problems);
            }
            ClassLoader application = Entities.class.getClassLoader();
            return new ClassPath(
                    entries,
                    entries.isEmpty()
                            ? application
                            : new URLClassLoader(
                                    entries.stream().map(ClassPath::url).toArray(URL[]::new), application));
        }

        private static void add(String entry, List<Path> entries, List<String> problems) {
            try {
                if (entry.endsWith("*")) {
                    for (Path jar :
                            jars(Path.of(entry.substring(0, entry.length() - 1)).toAbsolutePath())) {
                        add(jar.toString(), entries, problems);
                    }
                } else {
                    entries.add(searchable(Path.of(entry).toAbsolutePath()));
                }
            } catch (IOException | InvalidPathException e) {
                String why = e instanceof IOException ? e.getMessage() : "is not a path";
                problems.add(VARIABLE + " names " + entry + ", which " + why
                        + ": jars and folders are allowed, and * at the end of a folder for its jars");
            }
        }

        private static List<Path> jars(Path folder) throws IOException {
            if (!Files.isDirectory(folder)) {
                throw new IOException("is not a folder");
            }
            List<Path> jars;
            try (Stream<Path> files = Files.list(folder)) {
                jars = files.filter(
                                file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".jar"))
                        .sorted()
                        .toList();
            } catch (IOException e) {
                throw new IOException("cannot be read", e);
            }
            if (jars.isEmpty()) {
                throw new IOException("contains no jar");
            }
            return jars;
        }

        /** Refuses what a class loader would pass over in silence. */
        private static Path searchable(Path path) throws IOException {
            if (Files.isDirectory(path)) {
                return path;
            }
            if (!Files.exists(path)) {
                throw new IOException("does not exist");
            }
            try (ZipFile jar = new ZipFile(path.toFile())) {
                return Path.of(jar.getName());
            } catch (IOException e) {
                throw new IOException("is not a readable jar", e);
            }
        }

        private static URL url(Path path) {
            try {
                return path.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Describes where classes are searched. */
        @Override
        public String toString() {
            return entries.isEmpty()
                    ? "not in the application, and " + VARIABLE
                            + " is not set: name the jar or folder that holds it there"
                    : "neither in the application nor in " + VARIABLE + " ("
                            + entries.stream().map(Path::toString).collect(Collectors.joining(", "))
                            + "): add the jar or folder that holds it, or correct the name";
        }
    }
}
