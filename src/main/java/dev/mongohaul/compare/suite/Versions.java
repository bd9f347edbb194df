package dev.mongohaul.compare.suite;

import com.mongodb.client.MongoClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.Properties;
import java.util.jar.Attributes;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.Job;
import org.springframework.data.mongodb.core.MongoTemplate;

/** Versions of the program and its libraries; null if the jar does not state one. */
public record Versions(
        @Nullable String mongohaul,
        @Nullable String driver,
        @Nullable String springBatch,
        @Nullable String springDataMongodb) {

    /** Returns the versions of this process. */
    public static Versions present() {
        return new Versions(ofBuild(), ofJar(MongoClient.class), ofJar(Job.class), ofJar(MongoTemplate.class));
    }

    private static @Nullable String ofBuild() {
        try (InputStream in = Versions.class.getResourceAsStream("/META-INF/build-info.properties")) {
            Properties build = new Properties();
            if (in != null) {
                build.load(in);
            }
            return build.getProperty("build.version");
        } catch (IOException e) {
            return null;
        }
    }

    /** Reads the manifest, because the driver's does not use the key that {@link Package} reads. */
    private static @Nullable String ofJar(Class<?> type) {
        URL place = type.getResource(type.getSimpleName() + ".class");
        try {
            if (place != null
                    && place.openConnection() instanceof JarURLConnection jar
                    && jar.getMainAttributes() != null) {
                Attributes attributes = jar.getMainAttributes();
                String version = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
                return version == null ? attributes.getValue("Build-Version") : version;
            }
            return null;
        } catch (IOException e) {
            return null;
        }
    }
}
