package dev.mongohaul.bench.limit;

import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.mongohaul.bench.limit.PreparedStatements.Batch;
import dev.mongohaul.bench.limit.PreparedStatements.Chunk;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ServerFacts;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.writer.send.RawDocumentSender;
import dev.mongohaul.writer.send.SendThreads;
import dev.mongohaul.writer.send.WriteCommand;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
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
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;

/** Sender of prepared statements over bare sockets, one message at a time on each of several connections. */
final class BareSender {

    private static final double NANOS = 1e9;

    private final ServerAddress server;
    private final ComparisonProgress progress;

    BareSender(ServerAddress server, ComparisonProgress progress) {
        this.server = server;
        this.progress = progress;
    }

    /**
     * Sends each statement once, and measures from the first message to the last reply.
     *
     * @throws ComparisonException if the server refuses a document
     */
    Measurement send(String database, int connections, List<Chunk> chunks, Commands commands) {
        List<BareConnection> open = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            for (int i = 0; i < connections; i++) {
                open.add(new BareConnection(server, commands.in(database)));
            }
            return send(open, chunks, threads);
        } catch (IOException e) {
            throw failure(e);
        } finally {
            threads.shutdownNow();
            open.forEach(BareConnection::close);
        }
    }

    private Measurement send(List<BareConnection> open, List<Chunk> chunks, ExecutorService threads) {
        AtomicInteger next = new AtomicInteger();
        List<Callable<Double>> senders = open.stream()
                .<Callable<Double>>map(connection -> () -> sendNext(connection, chunks, next))
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

    /** Sends the next chunk until none is left; returns the CPU seconds. A failure stops all threads. */
    private double sendNext(BareConnection connection, List<Chunk> chunks, AtomicInteger next) throws IOException {
        try {
            for (int i = next.getAndIncrement(); i < chunks.size(); i = next.getAndIncrement()) {
                progress.check();
                connection.send(chunks.get(i));
            }
        } finally {
            next.set(chunks.size());
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / NANOS;
    }

    private static ComparisonException failure(Throwable cause) {
        return new ComparisonException("the bare connections to MongoDB failed: " + cause.getMessage(), cause);
    }

    /**
     * Commands of the {@code direct} writer without their statements.
     *
     * @param heads command of each operation
     * @param commit command that ends the transaction of a chunk; null without transactions
     */
    record Commands(
            Map<WriteOperation, BsonDocument> heads,
            @Nullable BsonDocument commit) {

        /** Returns the command that inserts the documents before, which is not measured. */
        static Commands ofInserts(WriteSettings settings) {
            BsonDocument insert = new BsonDocument("insert", new BsonString(settings.collection()))
                    .append("ordered", BsonBoolean.FALSE)
                    .append("writeConcern", settings.writeConcern().asDocument());
            return new Commands(Map.of(WriteOperation.INSERT, insert), null);
        }

        /**
         * Observes the writer as it sends a document of each operation to a trial collection.
         *
         * @param samples document of each operation
         */
        static Commands observe(
                MongoConnection server,
                String trial,
                WriteSettings settings,
                Map<WriteOperation, RawBsonDocument> samples) {
            Map<String, BsonDocument> seen = new HashMap<>();
            CommandListener listener = new CommandListener() {
                @Override
                public void commandStarted(CommandStartedEvent event) {
                    // A copy, because the driver reuses the bytes.
                    BsonDocument copy = new BsonDocumentCodec()
                            .decode(
                                    event.getCommand().asBsonReader(),
                                    DecoderContext.builder().build());
                    seen.put(event.getCommandName(), copy);
                }
            };
            MongoClientSettings driver = MongoConnection.driverSettings(server.address())
                    .addCommandListener(listener)
                    .build();
            Map<WriteOperation, BsonDocument> heads = new EnumMap<>(WriteOperation.class);
            try (MongoClient client = MongoClients.create(driver)) {
                MongoDatabase database = client.getDatabase(trial);
                database.createCollection(settings.collection());
                // The driver sends the cluster time that it learns from a reply.
                database.runCommand(new BsonDocument("ping", new BsonInt32(1)));
                WriteTarget target = target(client, trial, settings, server.facts());
                RawDocumentSender sender = new RawDocumentSender(target, target.begin());
                samples.forEach((operation, document) -> {
                    sender.send(List.of(document), List.of(operation));
                    BsonDocument head = Objects.requireNonNull(seen.get(WriteCommand.verb(operation)));
                    head.remove(WriteCommand.statements(operation));
                    heads.put(operation, head);
                });
            }
            return new Commands(heads, seen.get("commitTransaction"));
        }

        private static WriteTarget target(
                MongoClient client, String database, WriteSettings settings, ServerFacts facts) {
            return new WriteTarget(
                            new SimpleMongoClientDatabaseFactory(client, database),
                            () -> {
                                throw new IllegalStateException("the reactive driver is not used here");
                            },
                            settings,
                            SendThreads.NONE,
                            facts.maxBsonObjectSize(),
                            false,
                            facts.kind(),
                            null)
                    .ownedBy(SessionOwner.ALONE);
        }

        /** Returns the same commands for another database. */
        Commands in(String database) {
            Map<WriteOperation, BsonDocument> others = new EnumMap<>(WriteOperation.class);
            heads.forEach(
                    (operation, head) -> others.put(operation, head.clone().append("$db", new BsonString(database))));
            return new Commands(others, commit);
        }
    }

    /** Connection that sends chunks, each message after the answer to the one before. For one thread. */
    private static final class BareConnection implements Closeable {

        private static final int LENGTH = Integer.BYTES;
        private static final int BODY = 4 * Integer.BYTES + Integer.BYTES + 1;
        private static final int LONGEST_REPLY = 48_000_000;

        private final SocketChannel socket;
        private final MessageHeads heads;
        private ByteBuffer message = ByteBuffer.allocateDirect(1 << 20);

        BareConnection(ServerAddress server, Commands commands) throws IOException {
            this.socket = SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
            this.socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            this.heads = new MessageHeads(commands);
        }

        /** Sends the commands of a chunk, and waits for each reply. */
        void send(Chunk chunk) throws IOException {
            boolean first = true;
            for (Batch batch : chunk.commands()) {
                ByteBuffer head = heads.next(batch.operation(), batch.bytes(), first);
                begin(head, batch.bytes());
                batch.file().read(batch, message);
                BsonDocument reply = exchange();
                check(reply, !batch.operation().inserts() || number(reply, "n") == batch.documents());
                first = false;
            }
            ByteBuffer commit = heads.commit();
            if (commit != null) {
                begin(commit, 0);
                check(exchange(), true);
            }
        }

        private void begin(ByteBuffer head, int further) {
            int length = head.remaining() + further;
            if (message.capacity() < length) {
                message = ByteBuffer.allocateDirect(length + length / 8);
            }
            message.clear().put(head);
        }

        private BsonDocument exchange() throws IOException {
            message.flip();
            while (message.hasRemaining()) {
                socket.write(message);
            }
            return reply();
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

        private static void check(BsonDocument reply, boolean complete) {
            if (number(reply, "ok") != 1
                    || reply.containsKey("writeErrors")
                    || reply.containsKey("writeConcernError")
                    || !complete) {
                throw new ComparisonException(
                        "the server does not accept all documents, so its limit cannot be measured with them: "
                                + reason(reply));
            }
        }

        private static int number(BsonDocument reply, String field) {
            return reply.getNumber(field, new BsonInt32(0)).intValue();
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
     * Parts of messages (OP_MSG) before the statements: header, command, and the start of the document sequence. Each connection
     * has its own, with a session of its own, like a thread of an import.
     */
    static final class MessageHeads {

        private static final int OP_MSG = 2013;
        private static final int HEADER = 4 * Integer.BYTES;
        private static final int FLAGS = Integer.BYTES;
        private static final byte BODY = 0;
        private static final byte SEQUENCE = 1;

        private final Commands commands;
        private final BsonDocument session = new BsonDocument("id", new BsonBinary(UUID.randomUUID()));
        private int messages;
        private long number;

        /** @param commands for the database; a new session replaces theirs */
        MessageHeads(Commands commands) {
            this.commands = commands;
        }

        /**
         * Returns the head of the next command.
         *
         * @param bytes of the statements that follow
         * @param first whether the command is the first of its chunk, which begins a transaction
         */
        ByteBuffer next(WriteOperation operation, int bytes, boolean first) {
            BsonDocument command =
                    Objects.requireNonNull(commands.heads().get(operation)).clone();
            if (first || commands.commit() == null) {
                number++;
            } else {
                command.remove("startTransaction");
                command.remove("readConcern");
            }
            byte[] name = (WriteCommand.statements(operation) + '\0').getBytes(StandardCharsets.US_ASCII);
            int sequence = Integer.BYTES + name.length + bytes;
            return message(command, 1 + sequence - bytes, bytes)
                    .put(SEQUENCE)
                    .putInt(sequence)
                    .put(name)
                    .flip();
        }

        /** Returns the message that commits the transaction of a chunk; null without transactions. */
        @Nullable
        ByteBuffer commit() {
            return commands.commit() == null
                    ? null
                    : message(commands.commit().clone(), 0, 0).flip();
        }

        /**
         * Returns the message up to the end of its command.
         *
         * @param room bytes that are added to the head
         * @param bytes that follow the head
         */
        private ByteBuffer message(BsonDocument command, int room, int bytes) {
            messages++;
            command.computeIfPresent("lsid", (field, other) -> session);
            command.computeIfPresent("txnNumber", (field, other) -> new BsonInt64(number));
            ByteBuffer body = new RawBsonDocument(command, new BsonDocumentCodec())
                    .getByteBuffer()
                    .asNIO();
            int length = HEADER + FLAGS + 1 + body.remaining() + room;
            ByteBuffer head = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            head.putInt(length + bytes).putInt(messages).putInt(0).putInt(OP_MSG);
            return head.putInt(0).put(BODY).put(body);
        }
    }
}
