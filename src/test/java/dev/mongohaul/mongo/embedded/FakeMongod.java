package dev.mongohaul.mongo.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Shell scripts in the place of servers: finding looks at {@code --version} only. */
final class FakeMongod {

    private FakeMongod() {}

    static Path working(Path file, String version) {
        return write(file, "#!/bin/sh\necho db version v" + version + "\n");
    }

    /** As where a library is missing. */
    static Path broken(Path file) {
        return write(file, "#!/bin/sh\necho libcrypto.so.3: cannot open shared object file >&2\nexit 127\n");
    }

    private static Path write(Path file, String script) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, script);
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
