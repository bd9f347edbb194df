package dev.mongohaul.job.entity;

import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.type.MappingException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes that job files name as entities: from the application, then from the jars and folders of
 * {@code MONGOHAUL_CLASSPATH}.
 *
 * <p>A class is loaded once and kept: a jar that changes is seen by the next process. For any number of threads.
 */
public final class Entities {

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
}
