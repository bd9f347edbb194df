package dev.mongohaul.compare.limit;

import com.mongodb.MongoNamespace;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.mongohaul.compare.limit.DocumentFile.Batch;
import dev.mongohaul.compare.limit.LimitComparison.Candidate.Measurement;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.job.InsertContent;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoConnection;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.jspecify.annotations.Nullable;

/** Insert of a {@link DocumentFile} over bare sockets, one message at a time on each of several connections. */
final class BareInsert {

    private static final double NANOS = 1e9;

    private final ServerAddress server;
    private final DocumentFile documents;
    private final BsonDocument command;
    private final ComparisonProgress progress;

    /** Observes an insert of the driver into a trial collection, to send the same command. */
    BareInsert(
            MongoAddress address,
            ServerAddress server,
            MongoNamespace trial,
            InsertContent content,
            DocumentFile documents,
            ComparisonProgress progress) {
        this.server = server;
        this.documents = documents;
        this.command = observe(address, trial, content);
        this.progress = progress;
    }

    /**
     * Sends each document once, and measures from the first message to the last reply.
     *
     * @throws ComparisonException if the server does not store every document
     */
    Measurement send(String database, int connections, int chunkSize) {
        List<BareConnection> open = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            BsonDocument insert = command.clone().append("$db", new BsonString(database));
            for (int i = 0; i < connections; i++) {
                open.add(new BareConnection(server, documents, insert));
            }
            return send(open, documents.batches(chunkSize), threads);
        } catch (IOException e) {
            throw failure(e);
        } finally {
            threads.shutdownNow();
            open.forEach(BareConnection::close);
        }
    }

    private Measurement send(List<BareConnection> open, List<Batch> batches, ExecutorService threads) {
        AtomicInteger next = new AtomicInteger();
        List<Callable<Double>> senders = open.stream()
                .<Callable<Double>>map(connection -> () -> sendNext(connection, batches, next))
                .toList();
        long start = System.nanoTime();
        try {
            double cpuSeconds = 0;
            for (Future<Double> sender : threads.invokeAll(senders)) {
                cpuSeconds += sender.get();
            }
            return new Measurement((System.nanoTime() - start) / NANOS, null, cpuSeconds, null, null);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw cause instanceof ComparisonException known ? known : failure(cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(e);
        }
    }

    /** Sends the next message until none is left; returns the CPU seconds. A failure stops all threads. */
    private double sendNext(BareConnection connection, List<Batch> batches, AtomicInteger next) throws IOException {
        try {
            for (int i = next.getAndIncrement(); i < batches.size(); i = next.getAndIncrement()) {
                progress.check();
                connection.insert(batches.get(i));
            }
        } finally {
            next.set(batches.size());
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / NANOS;
    }

    private static ComparisonException failure(Throwable cause) {
        return new ComparisonException("the bare connections to MongoDB failed: " + cause.getMessage(), cause);
    }

    /**
     * Returns the insert command of the driver without documents: its fields are those of an import. It stores two documents in
     * the collection.
     */
    static BsonDocument observe(MongoAddress address, MongoNamespace namespace, InsertContent content) {
        AtomicReference<@Nullable BsonDocument> seen = new AtomicReference<>();
        CommandListener listener = new CommandListener() {
            @Override
            public void commandStarted(CommandStartedEvent event) {
                if (event.getCommandName().equals("insert")) {
                    // A copy, because the driver reuses the bytes.
                    seen.set(new BsonDocumentCodec()
                            .decode(
                                    event.getCommand().asBsonReader(),
                                    DecoderContext.builder().build()));
                }
            }
        };
        try (MongoClient client = MongoClients.create(MongoConnection.driverSettings(address)
                .retryWrites(false) // like the direct writer, which is faster without
                .addCommandListener(listener)
                .build())) {
            MongoCollection<BsonDocument> collection = client.getDatabase(namespace.getDatabaseName())
                    .getCollection(namespace.getCollectionName(), BsonDocument.class)
                    .withWriteConcern(content.writeConcern());
            // Twice, because the driver learns the cluster time that it sends from the first reply.
            for (int id = 1; id <= 2; id++) {
                collection.insertMany(
                        List.of(new BsonDocument("_id", new BsonInt32(id))),
                        new InsertManyOptions().ordered(content.ordered()));
            }
        }
        BsonDocument command = Objects.requireNonNull(seen.get(), "The driver sent no insert");
        command.remove("documents");
        return command;
    }

    /** Connection that sends insert messages, each after the answer to the one before. For one thread. */
    private static final class BareConnection implements Closeable {

        private static final int LENGTH = Integer.BYTES;
        private static final int BODY = 4 * Integer.BYTES + Integer.BYTES + 1;
        private static final int LONGEST_REPLY = 48_000_000;

        private final SocketChannel socket;
        private final DocumentFile documents;
        private final InsertPreamble preamble;
        private ByteBuffer message = ByteBuffer.allocateDirect(1 << 20);

        BareConnection(ServerAddress server, DocumentFile documents, BsonDocument command) throws IOException {
            this.socket = SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
            this.socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            this.documents = documents;
            this.preamble = new InsertPreamble(command);
        }

        /** Sends a message and waits for its reply. */
        void insert(Batch batch) throws IOException {
            ByteBuffer start = preamble.next(batch.bytes());
            int length = start.remaining() + batch.bytes();
            if (message.capacity() < length) {
                message = ByteBuffer.allocateDirect(length + length / 8);
            }
            message.clear().put(start);
            documents.read(batch, message);
            message.flip();
            while (message.hasRemaining()) {
                socket.write(message);
            }
            check(reply(), batch.documents());
        }

        private BsonDocument reply() throws IOException {
            ByteBuffer length = fill(ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN));
            int rest = length.getInt(0) - LENGTH;
            if (rest < BODY || rest > LONGEST_REPLY) {
                throw new IOException("The reply is not a message of MongoDB");
            }
            return new RawBsonDocument(fill(ByteBuffer.allocate(rest)).array(), BODY - LENGTH, rest - BODY + LENGTH);
        }

        private ByteBuffer fill(ByteBuffer buffer) throws IOException {
            while (buffer.hasRemaining()) {
                if (socket.read(buffer) < 0) {
                    throw new EOFException("The server has closed the connection");
                }
            }
            return buffer;
        }

        private static void check(BsonDocument reply, int documents) {
            boolean stored = reply.getNumber("ok").intValue() == 1
                    && !reply.containsKey("writeErrors")
                    && !reply.containsKey("writeConcernError")
                    && reply.getNumber("n").intValue() == documents;
            if (!stored) {
                throw new ComparisonException(
                        "the server does not accept all documents, so its limit cannot be measured with them: "
                                + reason(reply));
            }
        }

        private static String reason(BsonDocument reply) {
            BsonDocument failure = reply.containsKey("writeErrors")
                    ? reply.getArray("writeErrors").get(0).asDocument()
                    : reply.getDocument("writeConcernError", reply);
            return failure.containsKey("errmsg") ? failure.getString("errmsg").getValue() : reply.toJson();
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw failure(e);
            }
        }
    }

    /**
     * Part of an insert message (OP_MSG) before the documents: header, command, and the start of the document sequence. Each
     * connection has its own, with a session of its own, like a thread of an import.
     */
    static final class InsertPreamble {

        private static final int OP_MSG = 2013;
        private static final int HEADER = 4 * Integer.BYTES;
        private static final int FLAGS = Integer.BYTES;
        private static final byte BODY = 0;
        private static final byte SEQUENCE = 1;
        private static final byte[] NAME = "documents\0".getBytes(StandardCharsets.US_ASCII);

        private final RawBsonDocument command;
        private int messages;

        /** @param command without documents; a new session replaces its own */
        InsertPreamble(BsonDocument command) {
            BsonDocument own = command.clone();
            if (command.containsKey("lsid")) {
                own.put("lsid", new BsonDocument("id", new BsonBinary(UUID.randomUUID())));
            }
            this.command = new RawBsonDocument(own, new BsonDocumentCodec());
        }

        /** Returns the next message's preamble, for this number of bytes of documents. */
        ByteBuffer next(int documentBytes) {
            messages++;
            ByteBuffer body = command.getByteBuffer().asNIO();
            int sequence = Integer.BYTES + NAME.length + documentBytes;
            int length = HEADER + FLAGS + 1 + body.remaining() + 1 + Integer.BYTES + NAME.length;
            ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.putInt(length + documentBytes).putInt(messages).putInt(0).putInt(OP_MSG);
            bytes.putInt(0).put(BODY).put(body);
            bytes.put(SEQUENCE).putInt(sequence).put(NAME);
            return bytes.flip();
        }
    }
}
