package dev.mongohaul.faults.wire;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** One connection of a client through the proxy, with a thread for each direction. */
final class ProxiedConnection {

    private final Socket client;
    private final Socket server;
    private final Interference interference;
    private final OutputStream toClient;
    private final OutputStream toServer;

    /** Verdicts about replies, by the id of the request. */
    private final Map<Integer, Verdict> awaited = new ConcurrentHashMap<>();

    ProxiedConnection(Socket client, Socket server, Interference interference) throws IOException {
        this.client = client;
        this.server = server;
        this.interference = interference;
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        this.toClient = client.getOutputStream();
        this.toServer = server.getOutputStream();
    }

    /** Forwards requests until the client closes the connection. A held request is sent even if the client is gone. */
    void forwardRequests() {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()))) {
            Optional<WireMessage> request = WireMessage.read(in);
            while (request.isPresent() && forward(request.get())) {
                request = WireMessage.read(in);
            }
        } catch (IOException | InterruptedException e) {
            // Either side ended the connection, as they may at any time.
            return;
        } finally {
            close();
        }
    }

    private boolean forward(WireMessage request) throws IOException, InterruptedException {
        Optional<WireCommand> command = request.command().filter(WireCommand::isFromApplication);
        Verdict verdict = command.isPresent() ? interference.decide(command.get()) : Verdict.PASS;
        if (verdict instanceof Verdict.CutRequest) {
            return false;
        }
        if (verdict instanceof Verdict.Refuse refuse) {
            send(request.refusal(
                    refuse.code(), command.map(WireCommand::retryable).orElse(false)));
            return true;
        }
        if (!(verdict instanceof Verdict.Pass)) {
            awaited.put(request.id(), verdict);
        }
        try {
            request.write(toServer);
        } catch (IOException e) {
            if (verdict instanceof Verdict.HoldReply hold) {
                hold.gate().lost();
            }
            throw e;
        }
        return true;
    }

    void forwardReplies() {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(server.getInputStream()))) {
            Optional<WireMessage> reply = WireMessage.read(in);
            while (reply.isPresent() && answer(reply.get())) {
                reply = WireMessage.read(in);
            }
        } catch (IOException | InterruptedException e) {
            // Either side ended the connection, as they may at any time.
            return;
        } finally {
            close();
        }
    }

    private boolean answer(WireMessage reply) throws IOException, InterruptedException {
        Verdict verdict = awaited.getOrDefault(reply.responseTo(), Verdict.PASS);
        if (verdict instanceof Verdict.HoldReply hold) {
            verdict = hold.gate().await();
        }
        if (verdict instanceof Verdict.CutReply) {
            return false;
        }
        send(verdict instanceof Verdict.Replace change ? reply.replaced(change.from(), change.to()) : reply);
        return true;
    }

    private void send(WireMessage message) throws IOException {
        synchronized (toClient) {
            message.write(toClient);
        }
    }

    void close() {
        try {
            client.close();
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
