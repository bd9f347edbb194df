package dev.mongohaul.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Version and commit of the program, as the build stores them. */
public final class ProgramVersion {

    private ProgramVersion() {}

    /** Returns the version. */
    public static String read() {
        return build().getProperty("build.version", "(not built)");
    }

    /** Returns the first 12 digits of the commit, or {@code unknown} if the program was built outside of a checkout of Git. */
    public static String commit() {
        String commit = build().getProperty("build.commit", "");
        return commit.matches("g[0-9a-f]+") ? commit.substring(1) : "unknown";
    }

    private static Properties build() {
        Properties build = new Properties();
        try (InputStream in = ProgramVersion.class.getResourceAsStream("build-info.properties")) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build;
    }
}
