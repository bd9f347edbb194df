package dev.mongohaul.mongo.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Chooses a port of 127.0.0.1 that nobody listens on. */
final class FreePort {

    static final int ANY = 0;

    private FreePort() {}

    /** The given port where it is free, so that the replica set's configuration stays as it is; else another. */
    static int preferring(int port) {
        try {
            return tryPort(port);
        } catch (IOException taken) {
            return any();
        }
    }

    private static int any() {
        try {
            return tryPort(ANY);
        } catch (IOException e) {
            throw new UncheckedIOException("There is no free port on 127.0.0.1", e);
        }
    }

    private static int tryPort(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            // Connections of the last server may linger in TIME_WAIT; mongod reuses such an address too.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket.getLocalPort();
        }
    }
}
