package dev.mongohaul.compare.limit;

import com.mongodb.MongoNamespace;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.mongohaul.compare.limit.Candidate.Measurement;
import dev.mongohaul.compare.limit.DocumentFile.Batch;
import dev.mongohaul.compare.run.Cancellation;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.job.InsertContent;
import dev.mongohaul.mongo.ClientSettings;
import dev.mongohaul.mongo.MongoAddress;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.jspecify.annotations.Nullable;

/** Insert of a {@link DocumentFile} over bare sockets, one message at a time on each of several connections. */
final class BareInsert {

    private static final double NANOS = 1e9;

    private final ServerAddress server;
    private final DocumentFile documents;
    private final BsonDocument command;
    private final Cancellation cancellation;

    /**
     * Observes an insert of the driver, to send the same command.
     *
     * @param trial collection that is dropped afterwards
     */
    public BareInsert(
            MongoAddress address,
            ServerAddress server,
            MongoNamespace trial,
            InsertContent content,
            DocumentFile documents,
            Cancellation cancellation) {
        this.server = server;
        this.documents = documents;
        this.command = ObservedInsert.of(address, trial, content);
        this.cancellation = cancellation;
    }

    /**
     * Figures of an insert.
     *
     * @param seconds from the first message to the last reply
     * @param cpuSeconds of the sending threads
     */
    public record Result(double seconds, double cpuSeconds) {}

    /**
     * Sends each document once.
     *
     * @throws ComparisonException if the server does not store every document
     */
    public Result send(String database, int connections, int chunkSize) {
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
            open.forEach(BareInsert::close);
        }
    }

    private Result send(List<BareConnection> open, List<Batch> batches, ExecutorService threads) {
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
            return new Result((System.nanoTime() - start) / NANOS, cpuSeconds);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw cause instanceof ComparisonException known ? known : failure(cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(e);
        }
    }

    /** Sends the next message until none is left. A failure stops all threads. */
    private double sendNext(BareConnection connection, List<Batch> batches, AtomicInteger next) throws IOException {
        try {
            for (int i = next.getAndIncrement(); i < batches.size(); i = next.getAndIncrement()) {
                cancellation.check();
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

    private static void close(BareConnection connection) {
        try {
            connection.close();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Listener that observes an insert command of the driver: its fields are those of an import. */
    static final class ObservedInsert implements CommandListener {

        private volatile @Nullable BsonDocument seen;

        private ObservedInsert() {}

        /** Returns the command without its documents. It stores two documents in the collection. */
        static BsonDocument of(MongoAddress address, MongoNamespace namespace, InsertContent content) {
            ObservedInsert observed = new ObservedInsert();
            try (MongoClient client = MongoClients.create(ClientSettings.defaults()
                    .driverSettings(address)
                    .retryWrites(false) // like the direct writer, which is faster without
                    .addCommandListener(observed)
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
            BsonDocument command = observed.seen;
            if (command == null) {
                throw new IllegalStateException("The driver sent no insert");
            }
            return command;
        }

        @Override
        public void commandStarted(CommandStartedEvent event) {
            if (event.getCommandName().equals("insert")) {
                // A copy, because the driver reuses the bytes.
                BsonDocument command = new BsonDocumentCodec()
                        .decode(
                                event.getCommand().asBsonReader(),
                                DecoderContext.builder().build());
                command.remove("documents");
                seen = command;
            }
        }
    }

    /** Candidate that measures the server's limit: prepared messages over bare sockets. */
    record BareCandidate(
            ServerUnderTest server, InsertContent content, BareInsert insert, int connections, int chunkSize)
            implements Candidate {

        static final String KIND = "limit";

        @Override
        public String name() {
            return "limit, %d connection%s, chunks of %,d"
                    .formatted(connections, connections == 1 ? "" : "s", chunkSize);
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public Map<String, Object> settings() {
            return Map.of("connections", connections, "chunkSize", chunkSize);
        }

        /** Creates the collection before the time starts. */
        @Override
        public Measurement measure(String database) {
            server.create(new MongoNamespace(database, content.collection()), content.indexesBefore());
            BareInsert.Result result = insert.send(database, connections, chunkSize);
            return new Measurement(result.seconds(), null, result.cpuSeconds(), null, null);
        }
    }
}
