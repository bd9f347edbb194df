package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Credentials for web servers: of the file that {@value #VARIABLE} names, with a line for each server ({@code host[:port]
 * Authorization}), or else of {@code NETRC} or {@code ~/.netrc} (<a
 * href="https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html">format</a>). They are read for
 * each request, so that a new password needs no restart. No message has a part of them.
 *
 * @param environment with {@value #VARIABLE} and {@code NETRC}
 * @param home folder of {@code .netrc}
 */
record HttpCredentials(Map<String, String> environment, Path home) {

    static final String VARIABLE = "MONGOHAUL_HTTP_AUTH_FILE";

    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE);

    /** Returns the value of the header {@code Authorization}; empty if there is none for the server. */
    Optional<String> of(RemoteAddress address) {
        String file = environment.getOrDefault(VARIABLE, "");
        return file.isEmpty() ? netrc(address) : own(Path.of(file), address);
    }

    private static Optional<String> own(Path file, RemoteAddress address) {
        String port = ":" + (address.port() == 0 ? 443 : address.port());
        for (String line : lines(file)) {
            String[] parts = line.strip().split("\\s+", 2);
            boolean named = parts[0].equalsIgnoreCase(address.host() + port)
                    || (address.port() == 0 && parts[0].equalsIgnoreCase(address.host()));
            if (named && parts.length == 2) {
                return Optional.of(parts[1]);
            }
        }
        return Optional.empty();
    }

    private Optional<String> netrc(RemoteAddress address) {
        String named = environment.getOrDefault("NETRC", "");
        Path file = named.isEmpty() ? home.resolve(".netrc") : Path.of(named);
        if (named.isEmpty() && Files.notExists(file)) {
            return Optional.empty();
        }
        Map<String, String> entry = entry(lines(file), address.host());
        String login = entry.get("login");
        String password = entry.get("password");
        return login == null || password == null
                ? Optional.empty()
                : Optional.of("Basic "
                        + Base64.getEncoder()
                                .encodeToString((login + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the words of the first entry for a machine, or of the default one. */
    private static Map<String, String> entry(List<String> lines, String host) {
        Deque<String> words = new ArrayDeque<>();
        boolean macro = false;
        for (String line : lines) {
            macro = macro ? !line.isBlank() : line.strip().startsWith("macdef");
            if (!macro && !line.isBlank() && !line.strip().startsWith("#")) {
                words.addAll(Arrays.asList(line.strip().split("\\s+")));
            }
        }
        Map<String, String> entry = new HashMap<>();
        boolean ours = false;
        while (!words.isEmpty()) {
            String word = words.remove();
            if (word.equals("machine") || word.equals("default")) {
                if (ours) {
                    return entry;
                }
                ours = word.equals("default") || host.equalsIgnoreCase(words.poll());
            } else if (ours && !words.isEmpty()) {
                entry.putIfAbsent(word, words.remove());
            }
        }
        return entry;
    }

    private static List<String> lines(Path file) {
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
                    && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
                throw InputException.refused(
                        "%s has passwords, and others can read it or write to it: chmod 600 it".formatted(file));
            }
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw InputException.refused("%s, with credentials of web servers, cannot be read: %s"
                    .formatted(file, e.getClass().getSimpleName()));
        }
    }
}
