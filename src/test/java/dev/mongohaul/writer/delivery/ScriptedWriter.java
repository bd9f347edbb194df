package dev.mongohaul.writer.delivery;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoWriteException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteError;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.writer.Samples;
import dev.mongohaul.writer.Settings;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.SendResult;
import dev.mongohaul.writer.send.SendThreads;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.Chunk;

/**
 * A sender whose API gives answers that no fail point makes a single server give, such as errors of the server's state
 * for some documents of a command. Documents are words, all taken where the script says null or has ended.
 */
final class ScriptedWriter implements DocumentSender<String> {

    private final Queue<Optional<RuntimeException>> answers;
    private final boolean stopsAtFirstError;
    private final List<List<String>> sends = new ArrayList<>();
    private final WriteSettings settings;
    private final ChunkWriter<String> writer;

    private ScriptedWriter(Settings settings, boolean stopsAtFirstError, @Nullable RuntimeException... answers) {
        this.settings = settings.made();
        WriteTarget target = new WriteTarget(
                null, null, this.settings, SendThreads.NONE, Samples.LARGEST, false, ServerKind.REPLICA_SET, null);
        this.writer = new ChunkWriter<>(
                this, target, new CompareChoice(CompareMode.NEVER), null, new RetryBudget(this.settings.rideThrough()));
        this.stopsAtFirstError = stopsAtFirstError;
        this.answers =
                Arrays.stream(answers).map(Optional::ofNullable).collect(Collectors.toCollection(ArrayDeque::new));
    }

    static ScriptedWriter thatAttemptsAll(Settings settings, @Nullable RuntimeException... answers) {
        return new ScriptedWriter(settings, false, answers);
    }

    static ScriptedWriter thatStopsAtFirstError(Settings settings, @Nullable RuntimeException... answers) {
        return new ScriptedWriter(settings, true, answers);
    }

    /** A bulk write in which so many documents were found, and these errors met. */
    static RuntimeException bulk(int found, BulkWriteError... errors) {
        return new MongoBulkWriteException(
                BulkWriteResult.acknowledged(0, found, 0, found, List.of(), List.of()),
                List.of(errors),
                null,
                new ServerAddress(),
                Set.of());
    }

    static BulkWriteError error(int index, int code) {
        return new BulkWriteError(code, "error", new BsonDocument(), index);
    }

    /** The refusal of one of the documents, without its place. */
    static RuntimeException unlocated(int code) {
        return new MongoWriteException(
                new WriteError(code, "error", new BsonDocument()), new ServerAddress(), Set.of());
    }

    /** Returns the arguments of the calls of {@link #send}. */
    List<List<String>> sends() {
        return sends;
    }

    /** Returns the codes of the outcomes, 0 for a document that is written. */
    List<Integer> writeChunk(String... documents) {
        List<WriteItem<String>> items = Arrays.stream(documents)
                .map(word -> new WriteItem<>(word, 1, settings.operation()))
                .toList();
        writer.write(new Chunk<>(items));
        return items.stream().map(item -> item.outcome().code()).toList();
    }

    /** As {@link ChunkWriter#unmatched}. */
    long unmatched() {
        return writer.unmatched();
    }

    @Override
    public SendResult send(List<String> documents, List<WriteOperation> operations) {
        sends.add(documents);
        Optional<RuntimeException> failure = answers.isEmpty() ? Optional.empty() : answers.remove();
        if (failure.isPresent()) {
            throw failure.get();
        }
        return SendResult.ALL_WRITTEN;
    }

    @Override
    public RawBsonDocument encode(String document) {
        return new RawBsonDocument(new BsonDocument("_id", new BsonString(document)), new BsonDocumentCodec());
    }

    @Override
    public boolean stopsAtFirstError() {
        return stopsAtFirstError;
    }
}
