package dev.mongohaul.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.ServerAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A network between a client and MongoDB that breaks when a test says so. Passes whole messages; the client must use
 * {@link #uri}, since {@code directConnection} keeps it from going past the proxy. Thread-safe.
 *
 * <pre>{@code
 * try (TcpProxy network = TcpProxy.to("127.0.0.1:27017")) {
 *     network.breakAt("insert", 3, TcpProxy.Break.UNANSWERED);
 *     writeThrough(network.uri("database"));
 * }
 * }</pre>
 */
public final class TcpProxy implements AutoCloseable {

    /** What happens to the connection of one command; all but {@link #UNSENT} let the server carry it out. */
    public enum Break {
        /** Reset (RST) before the server has the command. */
        UNSENT,
        /** Reset in place of the answer. */
        UNANSWERED,
        /** Closed in the middle of the answer. */
        CUT,
        /** Closed by the server's side alone, in place of the answer. */
        HALF_CLOSED,
        /** Open, but nothing comes any more. */
        SILENT
    }

    private final ServerAddress server;
    private final ServerSocket listener;
    private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();
    private final Lock lock = new ReentrantLock();
    private final Condition thawed = lock.newCondition();
    private volatile Duration delay = Duration.ZERO;
    private boolean frozen;
    private String breakingCommand = "";
    private int commandsUntilBreak;
    private Break kind = Break.UNSENT;

    private TcpProxy(ServerAddress server, ServerSocket listener) {
        this.server = server;
        this.listener = listener;
    }

    /** A proxy in front of {@code host:port}. */
    public static TcpProxy to(String server) {
        try {
            TcpProxy proxy =
                    new TcpProxy(new ServerAddress(server), new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
            ProxyConnection.daemon("proxy-listener", proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static TcpProxy toTestServer() {
        return to(new ConnectionString(TestServer.uri()).getHosts().get(0));
    }

    public String uri(String database) {
        return "mongodb://127.0.0.1:%d/%s?directConnection=true".formatted(listener.getLocalPort(), database);
    }

    /** Breaks the connection of the command of this name that is sent as the {@code count}th from now on, once. */
    public void breakAt(String command, int count, Break what) {
        locked(() -> {
            breakingCommand = command;
            commandsUntilBreak = count;
            kind = what;
        });
    }

    /** Stops all traffic silently. */
    public void freeze() {
        locked(() -> frozen = true);
    }

    /** Resumes the stopped traffic. */
    public void thaw() {
        locked(() -> {
            frozen = false;
            thawed.signalAll();
        });
    }

    /** Each message takes so much longer from now on. */
    public void delay(Duration time) {
        delay = time;
    }

    /** Resets all connections there are; new ones are taken. */
    public void resetAll() {
        connections.forEach(ProxyConnection::reset);
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        resetAll();
        thaw();
    }

    /** What is to become of this command's connection; null where nothing is. */
    @Nullable
    Break breakOf(String command) {
        lock.lock();
        try {
            return command.equals(breakingCommand) && --commandsUntilBreak == 0 ? kind : null;
        } finally {
            lock.unlock();
        }
    }

    /** Holds a message up for as long as the network says. */
    void hold() throws InterruptedException {
        Thread.sleep(delay.toMillis());
        lock.lock();
        try {
            while (frozen) {
                thawed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    void forget(ProxyConnection connection) {
        connections.remove(connection);
    }

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            Socket client = listener.accept();
            Socket toServer = new Socket(server.getHost(), server.getPort());
            ProxyConnection connection = new ProxyConnection(this, client, toServer);
            connections.add(connection);
            connection.start();
        }
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }
}
