package dev.mongohaul.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Version of the program, as the build stores it. */
public final class ProgramVersion {

    private ProgramVersion() {}

    public static String read() {
        Properties build = new Properties();
        try (InputStream in = ProgramVersion.class.getResourceAsStream("/META-INF/build-info.properties")) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build.getProperty("build.version", "(not built)");
    }
}
