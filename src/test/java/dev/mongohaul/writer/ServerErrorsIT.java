package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.TestSize;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.DocumentError;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.ServerState;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.delivery.OutcomeKind;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Error codes for one document and for a whole command: only the codes of documents make rejects, and after any other one the chunk
 * can be written again. {@code mvn verify} tries a code of each kind, a nightly run all codes of both lists.
 */
class ServerErrorsIT {

    private static final int SIZE = 5;
    private static final Set<String> WRITES = Set.of("insert", "update", "delete");

    /** The server's codes, which the proxy replaces: of documents that the validator refuses, and of a fail point. */
    private static final int FAILED_VALIDATION = 121;

    private static final int INTERNAL_ERROR = 1;

    /** Codes whose errors have more fields, which a fail point cannot make. */
    private static final Set<Integer> NO_FAIL_POINT = Set.of(121, 249, 11000, 13388);

    private static final int UNAUTHORIZED = ServerState.UNAUTHORIZED.code();

    /** InternalError, UnknownError, ExceededMemoryLimit, and a code that no server has. */
    private static final List<Integer> STOPPING = List.of(INTERNAL_ERROR, 8, 146, 99_999_999);

    private static WireProxy proxy;
    private static volatile Verdict codes = Verdict.PASS;

    /** Number of writes whose codes are replaced. */
    private static volatile int recoded;

    @BeforeAll
    static void start() {
        proxy = new WireProxy(TestServer.port(), command -> {
            boolean replaced = WRITES.contains(command.name()) && recoded > 0;
            if (replaced) {
                recoded--;
            }
            return replaced ? codes : Verdict.PASS;
        });
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    static Stream<Arguments> writersAndOperations() {
        return WriterType.ALL.stream()
                .flatMap(type -> Stream.of(
                                WriteOperation.INSERT,
                                WriteOperation.UPSERT,
                                WriteOperation.MERGE,
                                WriteOperation.DELETE)
                        .filter(operation -> type.refusal(
                                        settings("any", operation).made(), type.rendering(Rendering.DOCUMENT))
                                .isEmpty())
                        .map(operation -> Arguments.of(type.name(), operation)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("writersAndOperations")
    void errorOfADocumentRejectsIt(String writer, WriteOperation operation) {
        List<Integer> all =
                Arrays.stream(DocumentError.values()).map(DocumentError::code).toList();
        try (Case<?> run = new Case<>(writer, operation)) {
            for (int code : TestSize.isNightly() ? all : List.of(DocumentError.BAD_VALUE.code())) {
                run.refuseDocuments(code, Integer.MAX_VALUE);

                List<Outcome> outcomes = run.write();

                assertThat(outcomes).as("code %d", code).hasSize(SIZE);
                for (int index = 0; index < SIZE; index++) {
                    Outcome outcome = outcomes.get(index);
                    if (run.isRefused(index)) {
                        RefusalContract.isRejected(outcome, code, "fail");
                    } else {
                        assertThat(outcome).isEqualTo(Outcome.WRITTEN);
                    }
                }
            }
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("writersAndOperations")
    void passingErrorOfADocumentIsRetried(String writer, WriteOperation operation) {
        try (Case<?> run = new Case<>(writer, operation)) {
            for (int code : passing()) {
                run.refuseDocuments(code, 3);
                List<Outcome> outcomes = run.write();

                assertThat(outcomes)
                        .as("code %d", code)
                        .filteredOn(outcome -> outcome.kind() == OutcomeKind.REJECTED)
                        .allSatisfy(outcome -> assertThat(outcome.code()).isEqualTo(FAILED_VALIDATION));
                run.allowAll();
                run.completes(code);
            }
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("writersAndOperations")
    void otherErrorOfADocumentStopsTheImport(String writer, WriteOperation operation) {
        try (Case<?> run = new Case<>(writer, operation)) {
            for (int code : TestSize.isNightly() ? STOPPING : STOPPING.subList(0, 1)) {
                run.refuseDocuments(code, Integer.MAX_VALUE);

                assertThatThrownBy(run::write)
                        .hasMessageContaining("code " + code)
                        .hasMessageContaining("fail")
                        .hasMessageContaining("The same command continues");

                run.allowAll();
                run.completes(code);
            }
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("writersAndOperations")
    void passingErrorOfACommandIsRetried(String writer, WriteOperation operation) {
        try (Case<?> run = new Case<>(writer, operation)) {
            for (int code : withFailPoint(passing())) {
                run.next();
                try (FailPoint failing = run.bench.failing(
                        FailPoint.on(run.command()).errorCode(code).times(2))) {
                    assertThat(run.write()).as("code %d, %s", code, failing).containsOnly(Outcome.WRITTEN);
                }
                run.completes(code);
            }
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("writersAndOperations")
    void otherErrorOfACommandStopsTheImport(String writer, WriteOperation operation) {
        List<Integer> all = new ArrayList<>(STOPPING);
        all.add(UNAUTHORIZED);
        Arrays.stream(DocumentError.values()).map(DocumentError::code).forEach(all::add);
        try (Case<?> run = new Case<>(writer, operation)) {
            for (int code : TestSize.isNightly()
                    ? withFailPoint(all)
                    : List.of(INTERNAL_ERROR, DocumentError.BAD_VALUE.code())) {
                run.next();
                try (FailPoint failing =
                        run.bench.failing(FailPoint.on(run.command()).errorCode(code))) {
                    assertThatThrownBy(run::write)
                            .as("code %d, %s", code, failing)
                            .hasMessageContaining("Failing command");
                }
                run.completes(code);
            }
        }
    }

    private static List<Integer> withFailPoint(List<Integer> all) {
        return all.stream().filter(code -> !NO_FAIL_POINT.contains(code)).toList();
    }

    /** The driver itself answers ReauthenticationRequired. Nothing waits for a right. */
    private static List<Integer> passing() {
        return TestSize.isNightly()
                ? Arrays.stream(ServerState.values())
                        .filter(state ->
                                state != ServerState.REAUTHENTICATION_REQUIRED && state != ServerState.UNAUTHORIZED)
                        .map(ServerState::code)
                        .toList()
                : List.of(ServerState.WRITE_CONFLICT.code(), ServerState.OVERLOAD_463.code());
    }

    private static Settings settings(String collection, WriteOperation operation) {
        Settings settings = Settings.insertInto(collection);
        return switch (operation) {
            case UPSERT -> settings.replace(true);
            case MERGE -> settings.update(true);
            case DELETE -> settings.delete();
            default -> settings;
        };
    }

    /** A chunk of new documents, of which the validator refuses one, or documents to delete. */
    private static final class Case<D> implements AutoCloseable {

        private final WriterBench<D> bench;
        private final WriteOperation operation;
        private List<BsonDocument> documents = List.of();
        private boolean refusing;

        @SuppressWarnings("unchecked")
        Case(String writer, WriteOperation operation) {
            this.bench = ((WriterBench<D>) WriterBench.of(WriterBench.type(writer))).through(proxy.uri("test"));
            this.operation = operation;
        }

        String command() {
            return switch (operation) {
                case INSERT, ADD, INSERT_AGAIN -> "insert";
                case REPLACE, UPDATE, UPSERT, MERGE -> "update";
                case DELETE -> "delete";
            };
        }

        void next() {
            if (refusing) {
                allowAll();
            }
            bench.collection().deleteMany(new Document());
            documents = Samples.documents(0, SIZE);
            if (operation == WriteOperation.DELETE) {
                bench.given(documents);
            }
        }

        /** @param writes number of writes whose answers have another code than the server's */
        void refuseDocuments(int code, int writes) {
            next();
            refusing = true;
            if (operation == WriteOperation.DELETE) {
                failAllRemoves(writes == Integer.MAX_VALUE ? "alwaysOn" : new Document("times", 2));
            } else {
                documents = new ArrayList<>(documents);
                documents.get(2).append("refused", new BsonInt32(1));
            }
            codes = Verdict.Replace.code(operation == WriteOperation.DELETE ? INTERNAL_ERROR : FAILED_VALIDATION, code);
            recoded = writes;
        }

        boolean isRefused(int index) {
            return operation == WriteOperation.DELETE || index == 2;
        }

        void allowAll() {
            recoded = 0;
            refusing = false;
            failAllRemoves("off");
            documents.forEach(document -> document.remove("refused"));
        }

        private static void failAllRemoves(Object mode) {
            TestServer.client()
                    .getDatabase("admin")
                    .runCommand(new Document("configureFailPoint", "failAllRemoves").append("mode", mode));
        }

        List<Outcome> write() {
            return bench.write(settings(bench.collection().getNamespace().getCollectionName(), operation), documents);
        }

        /** As the same command does it. */
        void completes(int code) {
            ChunkWriter<D> writer =
                    bench.writer(settings(bench.collection().getNamespace().getCollectionName(), operation));
            writer.continueEarlierRun();

            assertThat(bench.write(writer, documents))
                    .as("code %d", code)
                    .allSatisfy(outcome -> assertThat(outcome.kind()).isNotEqualTo(OutcomeKind.REJECTED));
            // An upsert by an update puts the fields in the order of their names.
            assertThat(bench.collection().withDocumentClass(BsonDocument.class).find())
                    .as("code %d", code)
                    .containsExactlyInAnyOrderElementsOf(operation == WriteOperation.DELETE ? List.of() : documents);
        }

        @Override
        public void close() {
            if (refusing) {
                allowAll();
            }
            recoded = 0;
            bench.close();
        }
    }
}
