package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import dev.mongohaul.faults.wire.HoldNth;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.CompareMode;
import dev.mongohaul.writer.send.WriteOperation;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A command that the server holds for longer than its answer is waited for changes nothing once it is released. */
class LateCommandIT {

    private static final Duration READ_TIMEOUT = Duration.ofMillis(100);
    private static final Duration HELD = Duration.ofMillis(500);

    static Stream<Arguments> everyWayToChange() {
        List<Arguments> ways = List.of(
                Arguments.of("direct", WriteOperation.REPLACE, "update"),
                Arguments.of("direct", WriteOperation.UPDATE, "update"),
                Arguments.of("direct", WriteOperation.DELETE, "delete"),
                Arguments.of("raw", WriteOperation.REPLACE, "update"),
                Arguments.of("bulk", WriteOperation.REPLACE, "update"),
                Arguments.of("bulk", WriteOperation.UPDATE, "update"),
                Arguments.of("bulk", WriteOperation.DELETE, "delete"),
                Arguments.of("save", WriteOperation.REPLACE, "update"),
                Arguments.of("save-all", WriteOperation.REPLACE, "update"),
                Arguments.of("direct", WriteOperation.REPLACE, "commitTransaction"),
                Arguments.of("bulk", WriteOperation.DELETE, "commitTransaction"));
        return Stream.of(ServerKind.values())
                .flatMap(kind -> ways.stream()
                        .map(way -> Arguments.of(kind, way.get()[0], way.get()[1], way.get()[2]))
                        .filter(way -> kind == ServerKind.REPLICA_SET || worksWithoutTransactions(way)));
    }

    private static boolean worksWithoutTransactions(Arguments way) {
        return !way.get()[3].equals("commitTransaction")
                && Set.of("direct", "bulk").contains(way.get()[1]);
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}")
    @MethodSource("everyWayToChange")
    void lateCommandDoesNotOverwriteNewerDocuments(
            ServerKind kind, String writerName, WriteOperation operation, String held) {
        WriterBench<?> bench = bench(writerName).on(kind).withReadTimeout(READ_TIMEOUT);
        lateCommandDoesNotOverwrite(bench, operation, held);
    }

    /** Nothing can be ended on the server before the command is there. */
    @ParameterizedTest
    @CsvSource({
        "REPLICA_SET, direct, REPLACE, update",
        "REPLICA_SET, bulk, REPLACE, update",
        "SHARDED, direct, REPLACE, update",
        "SHARDED, direct, UPDATE, update",
        "SHARDED, direct, DELETE, delete",
        "SHARDED, bulk, REPLACE, update",
        "SHARDED, bulk, UPDATE, update",
        "SHARDED, bulk, DELETE, delete",
        "SHARDED, raw, REPLACE, update",
        "SHARDED, save, REPLACE, update",
        "SHARDED, save-all, REPLACE, update"
    })
    void commandHeldByTheNetworkOverwritesNothing(
            ServerKind kind, String writerName, WriteOperation operation, String held) {
        overwritesNothing(bench(writerName).on(kind), operation, held);
    }

    private static <D> void overwritesNothing(WriterBench<D> bench, WriteOperation operation, String held) {
        String collection = bench.collection().getNamespace().getCollectionName();
        HoldNth hold = hold(held, collection);
        bench.given(versions(0));
        try (WireProxy proxy = new WireProxy(TestServer.port(), hold)) {
            Settings settings = switch (operation) {
                case UPDATE -> bench.insert().update(true);
                case DELETE -> bench.insert().delete();
                default -> bench.upsert();
            };
            ChunkWriter<D> writer =
                    bench.withReadTimeout(READ_TIMEOUT, proxy.uri("")).writer(settings);
            bench.write(writer, versions(1));
            assertThat(hold.isReached()).isTrue();
            if (operation == WriteOperation.DELETE) {
                assertThat(bench.contents()).isEmpty();
                bench.given(versions(2));
                bench.write(writer, List.of(new BsonDocument("_id", new BsonInt32(-1))));
            } else {
                assertThat(bench.contents()).isEqualTo(WriterBench.stored(versions(1)));
                bench.write(writer, versions(2));
            }

            release(hold, held);

            assertThat(bench.contents()).isEqualTo(WriterBench.stored(versions(2)));
        }
    }

    /** New documents are sent as inserts. Once it is released, such an insert does not bring deleted documents back. */
    @ParameterizedTest
    @EnumSource(names = {"REPLICA_SET", "SHARDED"})
    void insertHeldByTheNetworkAddsNothing(ServerKind kind) {
        WriterBench<RawBsonDocument> bench = new WriterBench<>(WriterBench.type("direct"), Rendering.BSON).on(kind);
        HoldNth hold = hold("insert", bench.collection().getNamespace().getCollectionName());
        try (WireProxy proxy = new WireProxy(TestServer.port(), hold)) {
            ChunkWriter<RawBsonDocument> writer = bench.withReadTimeout(READ_TIMEOUT, proxy.uri(""))
                    .writer(bench.upsert().compare(CompareMode.ALWAYS));
            bench.write(writer, versions(1));
            assertThat(hold.isReached()).isTrue();
            assertThat(bench.contents()).isEqualTo(WriterBench.stored(versions(1)));
            assertThat(bench.commands().names()).containsExactly("find", "insert", "update");
            bench.collection().deleteMany(new Document());

            release(hold, "insert");

            assertThat(bench.contents()).isEmpty();
        }
    }

    private static HoldNth hold(String name, String collection) {
        return new HoldNth(
                command -> command.name().equals(name) && command.collection().equals(collection), 1, false);
    }

    private static void release(HoldNth hold, String name) {
        long begun = begun(name);
        hold.release(Verdict.PASS);
        await().until(() -> begun(name) > begun);
        await().until(() -> noneRuns(name));
    }

    private static WriterBench<?> bench(String writer) {
        return writer.equals("direct")
                ? new WriterBench<>(WriterBench.type(writer), Rendering.BSON)
                : new WriterBench<>(WriterBench.type(writer), Rendering.DOCUMENT);
    }

    private static <D> void lateCommandDoesNotOverwrite(WriterBench<D> bench, WriteOperation operation, String held) {
        bench.given(versions(0));
        Settings settings = switch (operation) {
            case REPLACE -> bench.upsert();
            case UPDATE -> bench.insert().update(false);
            default -> bench.insert().delete();
        };
        ChunkWriter<D> writer = bench.writer(settings);

        try (FailPoint failing = bench.failing(FailPoint.on(held).block(HELD).times(1))) {
            bench.write(writer, versions(1));
            assertThat(bench.contents())
                    .as("%s", failing)
                    .hasSize(
                            operation == WriteOperation.DELETE ? 0 : versions(1).size());
            bench.collection().deleteMany(new Document());
            bench.given(versions(2));
            awaitTheEndOfAll(held);
        }

        assertThat(bench.contents()).isEqualTo(WriterBench.stored(versions(2)));
    }

    private static void awaitTheEndOfAll(String command) {
        await().pollDelay(HELD).atMost(HELD.multipliedBy(20)).until(() -> noneRuns(command));
    }

    private static boolean noneRuns(String command) {
        return TestServer.client()
                        .getDatabase("admin")
                        .aggregate(List.of(
                                new Document("$currentOp", new Document()),
                                Aggregates.match(Filters.exists("command." + command))))
                        .first()
                == null;
    }

    private static long begun(String command) {
        return TestServer.client()
                .getDatabase("admin")
                .runCommand(new Document("serverStatus", 1))
                .getEmbedded(List.of("metrics", "commands", command, "total"), Number.class)
                .longValue();
    }

    private static List<BsonDocument> versions(int version) {
        return Samples.documents(0, 5).stream()
                .map(document -> document.append("version", new BsonInt32(version)))
                .toList();
    }
}
