package dev.mongohaul.writer.delivery;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoWriteException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteError;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.writer.Samples;
import dev.mongohaul.writer.Settings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.Chunk;

/**
 * A writer whose API gives answers that no fail point makes a single server give, such as errors of the server's state
 * for some documents of a command. Documents are words, all taken where the script says null or has ended.
 */
final class ScriptedWriter extends DocumentItemWriter<String> {

    private final Queue<Optional<RuntimeException>> answers;
    private final boolean stopsAtFirstError;
    private final List<List<String>> sends = new ArrayList<>();

    private ScriptedWriter(Settings settings, boolean stopsAtFirstError, @Nullable RuntimeException... answers) {
        super(new WriteTarget(
                null,
                null,
                settings.made(),
                new CompareChoice(CompareMode.NEVER),
                SendThreads.NONE,
                Samples.LARGEST,
                false,
                ServerKind.REPLICA_SET,
                null,
                null));
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
                .map(word -> new WriteItem<>(word, 1, target().settings().operation()))
                .toList();
        write(new Chunk<>(items));
        return items.stream().map(item -> item.outcome().code()).toList();
    }

    @Override
    protected SendResult send(List<String> documents, List<WriteOperation> operations) {
        sends.add(documents);
        Optional<RuntimeException> failure = answers.isEmpty() ? Optional.empty() : answers.remove();
        if (failure.isPresent()) {
            throw failure.get();
        }
        return SendResult.ALL_WRITTEN;
    }

    @Override
    protected RawBsonDocument encode(String document) {
        throw new UnsupportedOperationException("words are not looked up");
    }

    @Override
    protected boolean stopsAtFirstError() {
        return stopsAtFirstError;
    }
}
