package dev.mongohaul.job;

import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.type.MappingException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes that job files name as entities: from the application, then from the jars and folders of
 * {@code MONGOHAUL_CLASSPATH}.
 *
 * <p>A class is loaded once and kept: a jar that changes is seen by the next process. For any number of threads.
 */
final class Entities {

    private static final Pattern CLASS_FILE_VERSION = Pattern.compile("class file version (\\d+)");

    /** Class files of Java 1.0 would have had this version, had it counted as later ones do. */
    private static final int CLASS_FILE_VERSION_OF_JAVA_0 = 44;

    private final String classPath;
    private @Nullable EntityClassPath parsed;
    private @Nullable ClassLoader loader;

    private Entities(String classPath) {
        this.classPath = classPath;
    }

    /** Of a process with these environment variables. */
    public static Entities of(Map<String, String> environment) {
        return new Entities(environment.getOrDefault(EntityClassPath.VARIABLE, ""));
    }

    /**
     * The class of the name.
     *
     * @throws MappingException where there is none, or none that documents can become: all problems, one line each
     */
    public EntityType<?> named(String name) {
        EntityClassPath path = path();
        try {
            return EntityType.of(Class.forName(name, false, loader(path)));
        } catch (ClassNotFoundException e) {
            throw new MappingException("entity: " + name + " is " + path);
        } catch (UnsupportedClassVersionError e) {
            throw new MappingException("entity: " + name + newer(e));
        } catch (NoClassDefFoundError e) {
            throw new MappingException(
                    "entity: " + name + " needs another class, which is " + path + " (" + e.getMessage() + ")");
        } catch (LinkageError e) {
            throw new MappingException("entity: the file of the class " + name + " is damaged: " + e.getMessage());
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

    private synchronized EntityClassPath path() {
        if (parsed == null) {
            parsed = EntityClassPath.parse(classPath);
        }
        return parsed;
    }

    private synchronized ClassLoader loader(EntityClassPath path) {
        if (loader == null) {
            loader = path.loader(Entities.class.getClassLoader());
        }
        return loader;
    }

    /**
     * Jars and folders of classes, as {@code java -cp} takes them: a folder with {@code *} behind it stands for its jars.
     *
     * @param entries in the order they are searched
     */
    record EntityClassPath(List<Path> entries) {

        static final String VARIABLE = "MONGOHAUL_CLASSPATH";

        private static final String JARS_OF_FOLDER = "*";

        EntityClassPath {
            entries = List.copyOf(entries);
        }

        /**
         * The class path of the text; empty for an empty one.
         *
         * @throws MappingException for entries that cannot be searched: all of them
         */
        static EntityClassPath parse(String text) {
            List<Path> entries = new ArrayList<>();
            List<String> problems = new ArrayList<>();
            Arrays.stream(text.split(File.pathSeparator, -1))
                    .filter(entry -> !entry.isBlank())
                    .forEach(entry -> {
                        try {
                            entries.addAll(entriesOf(entry));
                        } catch (MappingException e) {
                            problems.addAll(e.problems());
                        }
                    });
            if (!problems.isEmpty()) {
                throw new MappingException(problems);
            }
            return new EntityClassPath(entries);
        }

        private static List<Path> entriesOf(String entry) {
            boolean jars = entry.endsWith(JARS_OF_FOLDER);
            try {
                Path path = Path.of(jars ? entry.substring(0, entry.length() - 1) : entry)
                        .toAbsolutePath();
                return jars ? jarsOf(entry, path) : List.of(searchable(entry, path));
            } catch (InvalidPathException e) {
                throw unusable(entry, "is no path");
            }
        }

        private static List<Path> jarsOf(String entry, Path folder) {
            if (!Files.isDirectory(folder)) {
                throw unusable(entry, "is no folder");
            }
            try (Stream<Path> files = Files.list(folder)) {
                List<Path> jars = files.filter(
                                file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".jar"))
                        .sorted()
                        .toList();
                if (jars.isEmpty()) {
                    throw unusable(entry, "has no jar in it");
                }
                return jars.stream().map(jar -> searchable(jar.toString(), jar)).toList();
            } catch (IOException e) {
                throw unusable(entry, "cannot be read");
            }
        }

        /** A class loader would pass over what it cannot search without a word. */
        private static Path searchable(String entry, Path path) {
            if (Files.isDirectory(path)) {
                return path;
            }
            if (!Files.exists(path)) {
                throw unusable(entry, "does not exist");
            }
            try (ZipFile jar = new ZipFile(path.toFile())) {
                return Path.of(jar.getName());
            } catch (IOException e) {
                throw unusable(entry, "is no jar that can be read");
            }
        }

        private static MappingException unusable(String entry, String why) {
            return new MappingException(VARIABLE + " names " + entry + ", which " + why
                    + ": jars and folders are allowed, and * at the end of a folder for its jars");
        }

        /** A loader that asks the application first. */
        ClassLoader loader(ClassLoader application) {
            return entries.isEmpty()
                    ? application
                    : new URLClassLoader(
                            entries.stream().map(EntityClassPath::url).toArray(URL[]::new), application);
        }

        private static URL url(Path path) {
            try {
                return path.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Where classes are searched, for people. */
        @Override
        public String toString() {
            return entries.isEmpty()
                    ? "not in the application, and " + VARIABLE
                            + " is not set: name the jar or folder that holds it there"
                    : "neither in the application nor in " + VARIABLE + ": "
                            + entries.stream().map(Path::toString).collect(Collectors.joining(", "));
        }
    }
}
