package dev.mongohaul.csv.source.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;

/**
 * Factory of TLS sockets that looks at the address to which a connection went, before anything is sent. A name that leads to
 * another address at each look cannot pass it.
 */
final class GuardedSockets extends SSLSocketFactory {

    private final Supplier<SSLSocketFactory> factory;
    private final Consumer<InetAddress> guard;

    /**
     * Creates a factory.
     *
     * @param factory of sockets that are not looked at
     * @param guard throws for an address that is not allowed
     */
    GuardedSockets(Supplier<SSLSocketFactory> factory, Consumer<InetAddress> guard) {
        this.factory = factory;
        this.guard = guard;
    }

    /** Called with a socket that is connected, since this factory makes none that is not. */
    @Override
    public Socket createSocket(Socket connected, String host, int port, boolean autoClose) throws IOException {
        try {
            guard.accept(connected.getInetAddress());
        } catch (RuntimeException e) {
            connected.close();
            throw e;
        }
        return factory.get().createSocket(connected, host, port, autoClose);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return factory.get().getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return factory.get().getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw new UnsupportedOperationException();
    }
}
