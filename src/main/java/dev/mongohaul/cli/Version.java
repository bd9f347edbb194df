package dev.mongohaul.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the program. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("/META-INF/build-info.properties")) {
            if (in != null) {
                build.load(in);
            }
        }
        String version = build.getProperty("build.version", "(not built)");
        return new String[] {"mongohaul " + version, "Java " + Runtime.version()};
    }
}
