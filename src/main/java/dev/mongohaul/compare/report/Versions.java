package dev.mongohaul.compare.report;

import com.mongodb.client.MongoClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.Job;
import org.springframework.data.mongodb.core.MongoTemplate;

/**
 * What wrote the documents, beside the server; null where a jar does not say.
 *
 * @param mongohaul this program
 * @param driver MongoDB's Java driver
 */
public record Versions(
        @Nullable String mongohaul,
        @Nullable String driver,
        @Nullable String springBatch,
        @Nullable String springDataMongodb) {

    private static final Versions OF_PROCESS =
            new Versions(ofBuild(), ofJar(MongoClient.class), ofJar(Job.class), ofJar(MongoTemplate.class));

    /** Of this process. */
    public static Versions present() {
        return OF_PROCESS;
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

    /** Read from the manifest, since the driver's does not use the key that {@link Package} knows. */
    private static @Nullable String ofJar(Class<?> type) {
        URL place = type.getResource(type.getSimpleName() + ".class");
        try {
            return place != null && place.openConnection() instanceof JarURLConnection jar
                    ? version(jar.getManifest())
                    : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static @Nullable String version(@Nullable Manifest manifest) {
        if (manifest == null) {
            return null;
        }
        Attributes attributes = manifest.getMainAttributes();
        String version = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        return version == null ? attributes.getValue("Build-Version") : version;
    }
}
