package dev.mongohaul.writer;

import static com.mongodb.MongoClientSettings.getDefaultCodecRegistry;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.ValidationOptions;
import com.mongodb.connection.ServerMonitoringMode;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.QuickRetries;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.CompareChoice;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.delivery.WriteItem;
import dev.mongohaul.writer.send.SendThreads;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.UuidRepresentation;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.SimpleReactiveMongoDatabaseFactory;

/** One writer and a new collection on the test server, whose validator refuses documents with a field {@code refused}. */
final class WriterBench<D> {

    private static final String DATABASE = TestServer.database("writer");
    private static final String APPLICATION = "writer-bench";
    private static final SentCommands COMMANDS = new SentCommands();
    private static final MongoClientSettings SETTINGS = MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(TestServer.uri()))
            .applicationName(APPLICATION)
            .uuidRepresentation(UuidRepresentation.STANDARD)
            // After a failed command, the next one waits for a check of the server, which polling begins at once.
            .applyToServerSettings(server -> server.serverMonitoringMode(ServerMonitoringMode.POLL)
                    .minHeartbeatFrequency(10, TimeUnit.MILLISECONDS))
            .addCommandListener(COMMANDS)
            .build();
    private static final MongoClient CLIENT = MongoClients.create(SETTINGS);
    private static final com.mongodb.reactivestreams.client.MongoClient REACTIVE_CLIENT =
            com.mongodb.reactivestreams.client.MongoClients.create(SETTINGS);
    private static final CodecRegistry CODECS =
            CodecRegistries.withUuidRepresentation(getDefaultCodecRegistry(), UuidRepresentation.STANDARD);

    private final SendThreads threads;
    private final boolean mixedCommands;
    private final WriterType type;
    private final Rendering<D> rendering;
    private final MongoCollection<RawBsonDocument> collection;
    private ServerKind kind = ServerKind.REPLICA_SET;
    private MongoClient client = CLIENT;
    private com.mongodb.reactivestreams.client.MongoClient reactiveClient = REACTIVE_CLIENT;
    private final IdentityHashMap<ChunkWriter<D>, WriteSettings> settingsOf = new IdentityHashMap<>();

    WriterBench(WriterType type, Rendering<D> rendering) {
        this(type, rendering, SendThreads.NONE);
    }

    WriterBench(WriterType type, Rendering<D> rendering, SendThreads threads) {
        this(type, rendering, threads, false);
    }

    /** @param mixedCommands whether the server is reported to take commands of several operations */
    WriterBench(WriterType type, Rendering<D> rendering, SendThreads threads, boolean mixedCommands) {
        this.threads = threads;
        this.mixedCommands = mixedCommands;
        this.type = type;
        this.rendering = rendering;
        String name = type.name() + "-" + UUID.randomUUID();
        collection = create(name);
        COMMANDS.clear();
    }

    static WriterType type(String name) {
        return WriterType.ALL.stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Bench of the writer with its rendering without an entity. */
    static WriterBench<?> of(WriterType type) {
        return new WriterBench<>(type, type.rendering(Rendering.DOCUMENT));
    }

    /** The writer is made to believe that the server is deployed like this. */
    WriterBench<D> on(ServerKind deployed) {
        kind = deployed;
        return this;
    }

    /** Gives the writer clients that connect to this address, of a proxy to the test server. */
    WriterBench<D> through(String uri) {
        MongoClientSettings settings = MongoClientSettings.builder(SETTINGS)
                .applyConnectionString(new ConnectionString(uri))
                .build();
        client = MongoClients.create(settings);
        reactiveClient = com.mongodb.reactivestreams.client.MongoClients.create(settings);
        return this;
    }

    /** Closes the clients of {@link #through}. */
    void close() {
        client.close();
        reactiveClient.close();
    }

    /** Gives the writer a client with this read timeout. */
    WriterBench<D> withReadTimeout(Duration readTimeout) {
        return withReadTimeout(readTimeout, TestServer.uri());
    }

    /** @param uri of the test server or of a proxy to it */
    WriterBench<D> withReadTimeout(Duration readTimeout, String uri) {
        client = MongoClients.create(MongoClientSettings.builder(SETTINGS)
                .applyConnectionString(new ConnectionString(uri))
                .applyToSocketSettings(socket -> socket.readTimeout(readTimeout.toMillis(), TimeUnit.MILLISECONDS))
                .build());
        return this;
    }

    /** By a client that the writers do not use: its commands are not recorded, and fail points leave it alone. */
    MongoCollection<RawBsonDocument> collection() {
        return collection;
    }

    MongoDatabase database() {
        return TestServer.client().getDatabase(DATABASE);
    }

    /** Another collection, as empty as it was and with the same validator. */
    MongoCollection<RawBsonDocument> another() {
        return create(collection.getNamespace().getCollectionName() + "-" + UUID.randomUUID());
    }

    private static MongoCollection<RawBsonDocument> create(String name) {
        MongoDatabase database = TestServer.client().getDatabase(DATABASE);
        database.createCollection(
                name,
                new CreateCollectionOptions()
                        .validationOptions(new ValidationOptions().validator(Filters.exists("refused", false))));
        return database.getCollection(name, RawBsonDocument.class);
    }

    SentCommands commands() {
        return COMMANDS;
    }

    Settings insert() {
        return Settings.insertInto(collection.getNamespace().getCollectionName());
    }

    Settings upsert() {
        return insert().replace(true);
    }

    ChunkWriter<D> writer(Settings settings) {
        return writer(settings, List.of());
    }

    /** Returns a writer for a server of a version that no test knows. */
    ChunkWriter<D> writerForUnknownServer(Settings settings) {
        CompareChoice choice = new CompareChoice(settings.compare());
        choice.watchUpserts();
        return writer(settings, choice);
    }

    /** @param ignored places of values that make no change */
    ChunkWriter<D> writer(Settings settings, List<FieldPath> ignored) {
        return writer(settings, new CompareChoice(settings.compare(), ignored));
    }

    private ChunkWriter<D> writer(Settings settings, CompareChoice choice) {
        WriteTarget target = new WriteTarget(
                        new SimpleMongoClientDatabaseFactory(client, DATABASE),
                        () -> new SimpleReactiveMongoDatabaseFactory(reactiveClient, DATABASE),
                        settings.made(),
                        threads,
                        Samples.LARGEST,
                        mixedCommands,
                        kind,
                        null)
                .ownedBy(SessionOwner.ALONE);
        ChunkWriter<D> writer = new ChunkWriter<>(
                type.create(target, rendering),
                target,
                choice,
                null,
                QuickRetries.lasting(settings.made().rideThrough()));
        settingsOf.put(writer, settings.made());
        return writer;
    }

    /** Writes the documents as one chunk with a new writer. */
    List<Outcome> write(Settings settings, List<BsonDocument> documents) {
        return write(writer(settings), documents);
    }

    List<Outcome> write(ChunkWriter<D> writer, List<BsonDocument> documents) {
        WriteOperation operation = settingsOf.get(writer).operation();
        return write(writer, documents, Collections.nCopies(documents.size(), operation));
    }

    /** Writes the documents as one chunk, each for an operation of its own. */
    List<Outcome> write(ChunkWriter<D> writer, List<BsonDocument> documents, List<WriteOperation> operations) {
        List<WriteItem<D>> items = items(documents, operations);
        writer.write(new Chunk<>(items));
        return items.stream().map(WriteItem::outcome).toList();
    }

    /** The documents as a writer takes them. */
    List<WriteItem<D>> items(List<BsonDocument> documents, List<WriteOperation> operations) {
        return IntStream.range(0, documents.size())
                .mapToObj(index -> item(StoredDocument.raw(documents.get(index)), operations.get(index)))
                .toList();
    }

    private WriteItem<D> item(RawBsonDocument document, WriteOperation operation) {
        try (BsonBinaryReader reader =
                new BsonBinaryReader(document.getByteBuffer().asNIO())) {
            D rendered = CODECS.get(rendering.type())
                    .decode(reader, DecoderContext.builder().build());
            return new WriteItem<>(rendered, document.getByteBuffer().remaining(), operation);
        }
    }

    /** Puts documents into the collection, past the writer. */
    void given(List<BsonDocument> documents) {
        if (documents.isEmpty()) {
            return;
        }
        collection.insertMany(documents.stream().map(StoredDocument::raw).toList());
    }

    /** Returns the contents of the collection in the order of ids. */
    List<StoredDocument> contents() {
        return contents(collection);
    }

    static List<StoredDocument> contents(MongoCollection<RawBsonDocument> of) {
        return of.find().sort(Sorts.ascending("_id")).map(StoredDocument::of).into(new ArrayList<>());
    }

    static List<StoredDocument> stored(List<BsonDocument> documents) {
        return documents.stream().map(StoredDocument::of).toList();
    }

    /** Makes commands of the writer fail; closed by itself after so many failures. */
    FailPoint failing(FailPoint.Failure failure, int failures) {
        FailPoint point = failing(failure);
        COMMANDS.afterFailures(failures, point::close);
        return point;
    }

    /** Makes commands of the writer fail. */
    FailPoint failing(FailPoint.Failure failure) {
        return failure.application(APPLICATION).enable(TestServer.client());
    }
}
