package dev.mongohaul.compare.suite;

import com.mongodb.client.MongoClient;
import dev.mongohaul.text.ProgramVersion;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
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
        return new Versions(
                ProgramVersion.read(), ofJar(MongoClient.class), ofJar(Job.class), ofJar(MongoTemplate.class));
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
