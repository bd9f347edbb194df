package dev.mongohaul.writer.send;

import com.mongodb.WriteConcern;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of the server's <a href="https://www.mongodb.com/docs/manual/reference/command/nav-crud/">insert, update and
 * delete commands</a> of encoded documents, in one buffer that is reused. For one thread.
 */
public final class WriteCommand {

    /** Bytes of the largest command; the server takes 16 KiB more for the fields that the driver adds. */
    static final int LARGEST = 16 * 1024 * 1024;

    /** Documents that the server takes in one command: its {@code maxWriteBatchSize}. */
    private static final int MOST = 100_000;

    /** Array elements ahead of the documents of all usual chunks. */
    private static final byte[][] ELEMENTS =
            IntStream.range(0, 5000).mapToObj(WriteCommand::element).toArray(byte[][]::new);

    private static final EncoderContext CONTEXT = EncoderContext.builder().build();

    private final WriteSettings settings;
    private final MatchFilter filter;
    private final @Nullable UpsertedDocument upserted;
    private final BsonDocumentCodec codec = new BsonDocumentCodec();
    private final BasicOutputBuffer buffer = new BasicOutputBuffer();

    public WriteCommand(WriteSettings settings, MatchFilter filter) {
        this.settings = settings;
        this.filter = filter;
        this.upserted =
                settings.operations().equals(Set.of(WriteOperation.MERGE)) ? new UpsertedDocument(settings) : null;
    }

    /**
     * Returns the command, valid until the next call; null if the documents are too large or too many for one command.
     *
     * @param concern null in a transaction
     * @param number of a retryable write; null for none
     */
    @Nullable
    RawBsonDocument of(
            WriteOperation operation,
            List<RawBsonDocument> documents,
            @Nullable WriteConcern concern,
            @Nullable BsonInt64 number) {
        if (documents.size() > MOST) {
            return null;
        }
        buffer.truncateToPosition(0);
        buffer.writeInt32(0);
        name(BsonType.STRING, verb(operation));
        buffer.writeString(settings.collection());
        bool("ordered", settings.ordered());
        if (concern != null) {
            name(BsonType.DOCUMENT, "writeConcern");
            append(concern.asDocument());
        }
        if (number != null) {
            name(BsonType.INT64, "txnNumber");
            buffer.writeInt64(number.getValue());
        }
        appendStatements(operation, documents);
        end(0);
        return buffer.getPosition() > LARGEST
                ? null
                : new RawBsonDocument(buffer.getInternalBuffer(), 0, buffer.getPosition());
    }

    /** Returns the part of the command for one document, valid until the next call. */
    public RawBsonDocument statement(WriteOperation operation, RawBsonDocument document) {
        buffer.truncateToPosition(0);
        appendStatement(operation, document);
        return new RawBsonDocument(buffer.getInternalBuffer(), 0, buffer.getPosition());
    }

    /** Returns the name of the field with the parts for the documents. */
    public static String statements(WriteOperation operation) {
        return operation.inserts() ? "documents" : verb(operation) + "s";
    }

    /** Returns the name of the command. */
    public static String verb(WriteOperation operation) {
        return switch (operation) {
            case INSERT, ADD -> "insert";
            case REPLACE, UPDATE, UPSERT, MERGE, INSERT_AGAIN -> "update";
            case DELETE -> "delete";
        };
    }

    /** Returns the document that an insert adds, in place of what the operation of the settings would add. */
    public RawBsonDocument added(RawBsonDocument document) {
        return upserted == null ? document : upserted.of(document);
    }

    /** Stops early if the command is too large. */
    private void appendStatements(WriteOperation operation, List<RawBsonDocument> documents) {
        name(BsonType.ARRAY, statements(operation));
        int start = start();
        for (int index = 0; index < documents.size() && buffer.getPosition() <= LARGEST; index++) {
            buffer.writeBytes(index < ELEMENTS.length ? ELEMENTS[index] : element(index));
            appendStatement(operation, documents.get(index));
        }
        end(start);
    }

    private void appendStatement(WriteOperation operation, RawBsonDocument document) {
        if (operation.inserts()) {
            append(added(document));
        } else {
            appendChange(operation, document);
        }
    }

    private void appendChange(WriteOperation operation, RawBsonDocument document) {
        int start = start();
        name(BsonType.DOCUMENT, "q");
        append(filter.of(operation, document));
        if (operation == WriteOperation.DELETE) {
            name(BsonType.INT32, "limit");
            buffer.writeInt32(1);
        } else {
            name(BsonType.DOCUMENT, "u");
            append(operation.updates() ? filter.update(operation, document) : document);
            bool("upsert", operation.upserts());
        }
        end(start);
    }

    private static byte[] element(int index) {
        return ((char) BsonType.DOCUMENT.getValue() + Integer.toString(index) + '\0')
                .getBytes(StandardCharsets.US_ASCII);
    }

    private int start() {
        int start = buffer.getPosition();
        buffer.writeInt32(0);
        return start;
    }

    private void end(int start) {
        buffer.writeByte(0);
        buffer.writeInt32(start, buffer.getPosition() - start);
    }

    private void name(BsonType type, String name) {
        buffer.writeByte(type.getValue());
        buffer.writeCString(name);
    }

    private void bool(String name, boolean value) {
        name(BsonType.BOOLEAN, name);
        buffer.writeByte(value ? 1 : 0);
    }

    private void append(BsonDocument document) {
        if (document instanceof RawBsonDocument raw) {
            ByteBuf bytes = raw.getByteBuffer();
            buffer.writeBytes(bytes.array(), bytes.asNIO().arrayOffset() + bytes.position(), bytes.remaining());
        } else {
            codec.encode(new BsonBinaryWriter(buffer), document, CONTEXT);
        }
    }
}
