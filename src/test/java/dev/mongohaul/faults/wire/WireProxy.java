package dev.mongohaul.faults.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A proxy in front of one server that asks an {@link Interference} about each command of its clients. */
public final class WireProxy implements AutoCloseable {

    private final ServerSocket listener;
    private final int serverPort;
    private final Interference interference;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();

    /** Starts a proxy for the server on a local port. */
    public WireProxy(int serverPort, Interference interference) {
        this.serverPort = serverPort;
        this.interference = interference;
        try {
            listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept, "wire-proxy");
    }

    /** Returns the URI of the proxy. */
    public String uri(String database) {
        return "mongodb://127.0.0.1:%d/%s?directConnection=true".formatted(listener.getLocalPort(), database);
    }

    private void accept() {
        while (!listener.isClosed()) {
            acceptOne();
        }
    }

    private void acceptOne() {
        try {
            connect(listener.accept());
        } catch (IOException e) {
            // The listener is closed, or the server is unavailable: the client's connection is closed.
            return;
        }
    }

    private void connect(Socket client) throws IOException {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            ProxiedConnection connection = new ProxiedConnection(client, server, interference);
            connections.add(connection);
            start(connection::forwardRequests, "wire-proxy-requests");
            start(connection::forwardReplies, "wire-proxy-replies");
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    private static void start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.forEach(ProxiedConnection::close);
    }
}
