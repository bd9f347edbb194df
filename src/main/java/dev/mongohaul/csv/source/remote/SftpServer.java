package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClientFactory;
import org.jspecify.annotations.Nullable;

/** SSH server: one connection, which is made again when it was lost, with channels for several requests at a time. */
final class SftpServer {

    private static final Duration CONNECT = Duration.ofSeconds(10);

    /** Servers allow ten channels by default. */
    private static final int MOST_CHANNELS = 8;

    private static final int SFTP_VERSION = 3;
    private static final List<String> FAST_CIPHERS =
            List.of("aes128-gcm@openssh.com", "aes256-gcm@openssh.com", "aes128-ctr", "aes256-ctr");
    private static final Set<Integer> REFUSALS = Set.of(
            SshConstants.SSH2_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE,
            SshConstants.SSH2_DISCONNECT_KEY_EXCHANGE_FAILED);

    /** Part of OpenSSH's message to a client with more keys than it allows, whose code says nothing. */
    private static final String TOO_MANY_KEYS = "Too many authentication failures";

    private final String name;
    private final String host;
    private final int port;
    private final String user;
    private final SftpClientSettings settings;
    private final Consumer<InetAddress> guard;

    private final Semaphore channels = new Semaphore(MOST_CHANNELS);
    private final Deque<SftpClient> idle = new ConcurrentLinkedDeque<>();
    private @Nullable ClientSession session;

    /** @param guard throws if no connection may be made to an address */
    SftpServer(RemoteAddress address, SftpClientSettings settings, Consumer<InetAddress> guard) {
        this.name = name(address);
        this.host = address.host().replaceAll("[\\[\\]]", "");
        this.port = address.port() == 0 ? SftpStore.PORT : address.port();
        this.user = user(address);
        this.settings = settings;
        this.guard = guard;
    }

    /** Returns what addresses of the same connection have in common. */
    static String name(RemoteAddress address) {
        return address.withPath("").toString();
    }

    /** Returns whom an address logs in as: the user of this process if it names none. */
    static String user(RemoteAddress address) {
        return address.user().isEmpty() ? System.getProperty("user.name") : address.user();
    }

    /**
     * Returns a channel, which has to be given back.
     *
     * @throws InputException if the server is unknown, or does not let the user in
     */
    SftpClient take() throws IOException {
        boolean free = false;
        try {
            free = channels.tryAcquire(settings.stall().toMillis(), TimeUnit.MILLISECONDS);
            if (!free) {
                throw new IOException("%s: all channels are in use".formatted(name));
            }
            SftpClient channel = idle.poll();
            while (channel != null && !channel.isOpen()) {
                channel = idle.poll();
            }
            return channel != null ? channel : SftpClientFactory.instance().createSftpClient(session(), SFTP_VERSION);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("%s: interrupted".formatted(name), e);
        } catch (IOException | RuntimeException | Error e) {
            if (free) {
                channels.release();
            }
            throw e;
        }
    }

    /** @param sound whether the channel can be used again */
    void give(SftpClient channel, boolean sound) {
        if (sound && channel.isOpen()) {
            idle.push(channel);
        } else {
            channel.getClientChannel().close(true);
        }
        channels.release();
    }

    private synchronized ClientSession session() throws IOException {
        if (session == null || !session.isOpen()) {
            session = connect();
        }
        return session;
    }

    private ClientSession connect() throws IOException {
        SftpEd25519.register();
        SftpHostKey hostKey = new SftpHostKey(settings, host, port);
        SftpKeys keys = new SftpKeys(settings);
        SshClient client = client();
        hostKey.use(client);
        keys.use(client);
        client.start();
        ClientSession connected = null;
        try {
            connected = open(client);
            connected.auth().verify(settings.stall());
            connected.addCloseFutureListener(closed -> client.close(true));
            return connected;
        } catch (IOException | RuntimeException e) {
            client.close(true);
            if (hostKey.refusal().isPresent()) {
                throw InputException.refused(
                        "%s: %s".formatted(name, hostKey.refusal().get()));
            }
            if (connected != null && isRefusal(e)) {
                throw InputException.refused(
                        "%s: the server does not let the user %s in (%s); shown were: %s. Add a public key of these to the authorized keys of the user there, or name another key in MONGOHAUL_SSH_KEY"
                                .formatted(name, user, e.getMessage(), String.join(", ", keys.names())));
            }
            throw e;
        }
    }

    private static boolean isRefusal(Exception failure) {
        return failure instanceof SshException refusal
                && (REFUSALS.contains(refusal.getDisconnectCode())
                        || String.valueOf(refusal.getMessage()).contains(TOO_MANY_KEYS));
    }

    private SshClient client() {
        SshClient client = SshClient.setUpDefaultClient();
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
        List<String> ciphers = client.getCipherFactoriesNames();
        List<String> fastFirst = new ArrayList<>(FAST_CIPHERS);
        fastFirst.retainAll(ciphers);
        ciphers.stream().filter(cipher -> !fastFirst.contains(cipher)).forEach(fastFirst::add);
        client.setCipherFactoriesNames(fastFirst);
        CoreModuleProperties.IO_CONNECT_TIMEOUT.set(client, CONNECT);
        CoreModuleProperties.AUTH_TIMEOUT.set(client, settings.stall());
        CoreModuleProperties.IDLE_TIMEOUT.set(client, settings.stall());
        CoreModuleProperties.TCP_NODELAY.set(client, true);
        CoreModuleProperties.SOCKET_KEEPALIVE.set(client, true);
        return client;
    }

    /** Connects to the first address of the host that answers; the guard also sees where the connection led to. */
    private ClientSession open(SshClient client) throws IOException {
        IOException failure = null;
        for (InetAddress address : addresses()) {
            guard.accept(address);
            try {
                ClientSession opened = client.connect(user, new InetSocketAddress(address, port), null, null)
                        .verify(CONNECT)
                        .getSession();
                guard.accept(((InetSocketAddress) opened.getIoSession().getRemoteAddress()).getAddress());
                return opened;
            } catch (IOException e) {
                failure = new IOException(
                        "%s: no connection to %s, port %d (%s)"
                                .formatted(name, address.getHostAddress(), port, e.getMessage()),
                        e);
            }
        }
        throw failure == null ? new IOException("%s: the host has no address".formatted(name)) : failure;
    }

    private InetAddress[] addresses() {
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw InputException.refused("%s: there is no host with the name %s".formatted(name, host));
        }
    }
}
