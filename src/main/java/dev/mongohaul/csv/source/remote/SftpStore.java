package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.text.HomeFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.FileAlreadyExistsException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClient.Attribute;
import org.apache.sshd.sftp.client.SftpClient.Attributes;
import org.apache.sshd.sftp.client.SftpClient.CloseableHandle;
import org.apache.sshd.sftp.client.SftpClient.OpenMode;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;

/**
 * SFTP servers. A path is absolute, or begins with {@code /~/} and belongs to the home folder of the user there. The version
 * of a file is its size and the second of its last change.
 */
final class SftpStore implements RemoteStore {

    static final int PORT = 22;

    /** Longest wait for an answer; a connection that is used for nothing ends after the same time. */
    private static final Duration STALL = Duration.ofSeconds(30);

    private final SftpClientSettings settings;
    private final Consumer<InetAddress> guard;
    private final Map<String, SftpServer> servers = new ConcurrentHashMap<>();

    /** @param guard throws an {@link InputException} if no connection may be made to an address */
    SftpStore(Consumer<InetAddress> guard) {
        this(new SftpClientSettings(System.getenv(), HomeFolder.of(System.getenv()), STALL), guard);
    }

    SftpStore(SftpClientSettings settings, Consumer<InetAddress> guard) {
        this.settings = settings;
        this.guard = guard;
    }

    @Override
    public List<RemoteObject> find(RemoteAddress address, int most) throws IOException {
        return call(address, channel -> {
            // A file whose name has wildcards is that file.
            Optional<Attributes> file = stat(channel, address.path());
            if (file.isEmpty()) {
                return address.isPattern() ? new SftpSearch(channel, address, most).find() : List.of();
            }
            if (file.get().isDirectory()) {
                throw InputException.refused(
                        "%s: is a folder; name a file in it, or all of them as %s/*.csv".formatted(address, address));
            }
            if (!isFile(file.get())) {
                throw InputException.refused("%s: is not a regular file".formatted(address));
            }
            return List.of(object(address, file.get()));
        });
    }

    @Override
    public InputStream open(RemoteObject object, long from, long length) throws IOException {
        RemoteAddress address = object.address();
        SftpServer server = server(address);
        SftpClient channel = server.take();
        boolean opened = false;
        boolean sound = false;
        try {
            CloseableHandle file = channel.open(remote(address.path()), EnumSet.of(OpenMode.Read));
            requireVersion(object, channel.stat(file));
            InputStream range = new SftpRange(object, server, channel, file, from, length);
            opened = true;
            return range;
        } catch (SftpException e) {
            sound = true;
            if (isMissing(e)) {
                throw gone(object);
            }
            throw failure(address, e);
        } catch (ObjectChangedException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw failure(address, e);
        } finally {
            if (!opened) {
                server.give(channel, sound);
            }
        }
    }

    @Override
    public void move(RemoteObject object, RemoteAddress to) throws IOException {
        call(object.address(), channel -> {
            requireNoLinks(channel, object.address());
            requireNoLinks(channel, to);
            String target = remote(to.path());
            Optional<Attributes> source = stat(channel, object.address().path());
            Optional<Attributes> there = stat(channel, to.path());
            if (source.isEmpty()
                    && there.filter(file -> version(file).equals(object.version()))
                            .isPresent()) {
                // An earlier attempt, whose answer was lost.
                return to;
            }
            requireVersion(object, source.orElseThrow(() -> gone(object)));
            if (there.isPresent()) {
                throw new FileAlreadyExistsException(to.toString());
            }
            createFolder(channel, parent(to.path()));
            try {
                channel.rename(remote(object.address().path()), target);
            } catch (SftpException e) {
                if (stat(channel, to.path()).isPresent()) {
                    throw new FileAlreadyExistsException(to.toString());
                }
                throw e;
            }
            return to;
        });
    }

    @Override
    public void delete(RemoteObject object) throws IOException {
        call(object.address(), channel -> {
            requireNoLinks(channel, object.address());
            String path = object.address().path();
            requireVersion(object, stat(channel, path).orElseThrow(() -> gone(object)));
            channel.remove(remote(path));
            return object;
        });
    }

    /** Refuses to move or delete what a path with a link leads to. Links in the root folder belong to the system there. */
    private static void requireNoLinks(SftpClient channel, RemoteAddress address) throws IOException {
        String path = address.path();
        for (int start = path.indexOf('/', 1); start > 0; start = path.indexOf('/', start + 1)) {
            int end = path.indexOf('/', start + 1);
            String part = end < 0 ? path : path.substring(0, end);
            try {
                if (channel.lstat(remote(part)).isSymbolicLink()) {
                    throw InputException.refused("%s is a link, and nothing behind a link is moved or deleted"
                            .formatted(address.withPath(part)));
                }
            } catch (SftpException e) {
                if (isMissing(e)) {
                    return;
                }
                throw e;
            }
        }
    }

    private static void createFolder(SftpClient channel, String folder) throws IOException {
        if (stat(channel, folder).isPresent()) {
            return;
        }
        createFolder(channel, parent(folder));
        try {
            channel.mkdir(remote(folder));
        } catch (SftpException e) {
            // Another process can have created it.
            if (stat(channel, folder).isEmpty()) {
                throw e;
            }
        }
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    private SftpServer server(RemoteAddress address) {
        return servers.computeIfAbsent(SftpServer.name(address), name -> new SftpServer(address, settings, guard));
    }

    private <T> T call(RemoteAddress address, Request<T> request) throws IOException {
        SftpServer server = server(address);
        SftpClient channel = server.take();
        boolean sound = false;
        try {
            T answer = request.send(channel);
            sound = true;
            return answer;
        } catch (ObjectChangedException | FileAlreadyExistsException | InputException e) {
            sound = true;
            throw e;
        } catch (SftpException e) {
            sound = true;
            throw failure(address, e);
        } catch (IOException | RuntimeException e) {
            throw failure(address, e);
        } finally {
            server.give(channel, sound);
        }
    }

    /** Returns what the server knows of a file or a folder, links followed; empty if there is none. */
    static Optional<Attributes> stat(SftpClient channel, String path) throws IOException {
        try {
            return Optional.of(channel.stat(remote(path)));
        } catch (SftpException e) {
            if (isMissing(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns the path as the server reads it. */
    static String remote(String path) {
        if (path.equals("/~")) {
            return ".";
        }
        if (path.startsWith("/~/")) {
            return path.substring(3);
        }
        return path.isEmpty() ? "/" : path;
    }

    /** Returns whether it is a regular file, as far as the server tells. */
    static boolean isFile(Attributes file) {
        return file.isRegularFile() || !file.getFlags().contains(Attribute.Perms);
    }

    static RemoteObject object(RemoteAddress address, Attributes file) {
        if (!file.getFlags().containsAll(EnumSet.of(Attribute.Size, Attribute.ModifyTime))) {
            throw InputException.refused("%s: the server does not tell its size and time".formatted(address));
        }
        return new RemoteObject(address, file.getSize(), file.getModifyTime().toInstant(), version(file), false, true);
    }

    private static String version(Attributes file) {
        return "%d %d"
                .formatted(file.getSize(), file.getModifyTime().toInstant().getEpochSecond());
    }

    /** @throws ObjectChangedException if the file is not the one that was found */
    static void requireVersion(RemoteObject object, Attributes file) throws ObjectChangedException {
        if (!version(file).equals(object.version())) {
            throw new ObjectChangedException("%s: the file was changed: it had %,d bytes of %s, and has %,d of %s"
                    .formatted(
                            object.address(),
                            object.size(),
                            object.modified(),
                            file.getSize(),
                            file.getModifyTime().toInstant()));
        }
    }

    private static ObjectChangedException gone(RemoteObject object) {
        return new ObjectChangedException("%s: the file is gone".formatted(object.address()));
    }

    private static boolean isMissing(SftpException e) {
        return e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE || e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_PATH;
    }

    /**
     * Returns the failure of a request, with the address.
     *
     * @throws InputException if the server does not allow it
     */
    static IOException failure(RemoteAddress address, Exception cause) {
        if (cause instanceof SftpException refused && refused.getStatus() == SftpConstants.SSH_FX_PERMISSION_DENIED) {
            throw InputException.refused(
                    "%s: the server does not allow this to the user %s; check the permissions there"
                            .formatted(address, SftpServer.user(address)));
        }
        String problem = String.valueOf(cause.getMessage());
        return new IOException(
                cause instanceof SftpException
                        ? "%s: the server answers: %s".formatted(address, problem)
                        : "%s: the connection was lost (%s)".formatted(address, problem),
                cause);
    }

    /** Request to a server by a channel. */
    private interface Request<T> {

        T send(SftpClient channel) throws IOException;
    }
}
