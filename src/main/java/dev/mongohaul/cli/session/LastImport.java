package dev.mongohaul.cli.session;

import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.mongo.address.PrivateFile;
import dev.mongohaul.mongo.embedded.EmbeddedServer;
import dev.mongohaul.text.AsideFile;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Hosts of the server that the last import of the folder wrote to, in a small file without user, password, options and
 * database. Without the file, or if it cannot be read, it was the embedded server.
 */
record LastImport(Path folder) {

    private static final String FILE = "last-import";

    /** Refuses the embedded server if the last import of the folder used another one. */
    void requireEmbedded() {
        hosts().ifPresent(hosts -> {
            throw new UsageException("The last import of this folder went to %s. %s is not set now. Set it, or use the"
                            .formatted(Printable.excerpt(hosts), ServerChoice.URI)
                    + " embedded MongoDB with --embedded.");
        });
    }

    private Optional<String> hosts() {
        try {
            return Files.readString(folder.resolve(FILE)).lines().findFirst().filter(line -> !line.isBlank());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Remembers the hosts in one step, since other processes share the folder; does nothing if the folder cannot be
     * written, as in a container.
     *
     * @param hosts none for the embedded server, which can also be named, as {@code mongohaul mongod} prints it
     */
    void remember(List<String> hosts) {
        try {
            if (hosts.isEmpty() || EmbeddedServer.isAt(hosts, folder)) {
                Files.deleteIfExists(folder.resolve(FILE));
            } else if (!hosts().equals(Optional.of(String.join(",", hosts)))) {
                write(String.join(",", hosts));
            }
        } catch (IOException e) {
            // The next command does not know the server, and says which one it uses.
        }
    }

    private void write(String hosts) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, PrivateFile.permissions(folder, "rwx------"));
        }
        Path file = folder.resolve(FILE);
        try (AsideFile written = AsideFile.unique(file)) {
            Files.writeString(written.path(), hosts + "\n");
            written.publish(file);
        }
    }
}
