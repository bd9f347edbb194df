package dev.mongohaul.csv.source.remote;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClient.CloseableHandle;
import org.apache.sshd.sftp.client.impl.AbstractSftpClient;
import org.apache.sshd.sftp.client.impl.SftpInputStreamAsync;

/** Range of a file, with many requests on their way. The version is checked again before the last bytes are given. */
final class SftpRange extends InputStream {

    /** Longest answer that each server gives. */
    private static final int REQUEST = 32 * 1024;

    private final RemoteObject object;
    private final SftpServer server;
    private final SftpClient channel;
    private final CloseableHandle file;
    private final InputStream content;
    private long remaining;
    private boolean sound = true;
    private boolean closed;

    /** @param file open, and closed by this */
    SftpRange(
            RemoteObject object, SftpServer server, SftpClient channel, CloseableHandle file, long from, long length) {
        this.object = object;
        this.server = server;
        this.channel = channel;
        this.file = file;
        this.remaining = length;
        this.content = new SftpInputStreamAsync(
                (AbstractSftpClient) channel,
                REQUEST,
                from,
                from + length - 1,
                object.address().path(),
                file);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        Objects.checkFromIndexSize(from, length, into.length);
        if (remaining == 0 || length == 0) {
            return length == 0 ? 0 : -1;
        }
        try {
            int read = content.read(into, from, (int) Math.min(length, remaining));
            if (read <= 0) {
                SftpStore.requireVersion(object, channel.stat(file));
                throw new IOException("the file ends %,d bytes too early".formatted(remaining));
            }
            if (read == remaining) {
                SftpStore.requireVersion(object, channel.stat(file));
            }
            remaining -= read;
            return read;
        } catch (ObjectChangedException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            sound = false;
            throw SftpStore.failure(object.address(), e);
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (sound) {
                sound = false;
                content.close();
                sound = true;
            }
        } catch (IOException | RuntimeException e) {
            throw SftpStore.failure(object.address(), e);
        } finally {
            server.give(channel, sound);
        }
    }
}
