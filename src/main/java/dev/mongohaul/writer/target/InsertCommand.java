package dev.mongohaul.writer.target;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonType;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.bson.io.BasicOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the server's <a href="https://www.mongodb.com/docs/manual/reference/command/insert/">insert command</a> of
 * documents that are encoded already, in one buffer that is used again and again. For one thread.
 */
final class InsertCommand {

    /** Bytes of the largest command; the server takes 16 KiB more, for what the driver adds. */
    static final int LARGEST = 16 * 1024 * 1024;

    /** What stands before the documents of all usual chunks. */
    private static final byte[][] ELEMENTS =
            IntStream.range(0, 5000).mapToObj(InsertCommand::element).toArray(byte[][]::new);

    private final WriteSettings settings;
    private final RawBsonDocument writeConcern;
    private final BasicOutputBuffer buffer = new BasicOutputBuffer();

    InsertCommand(WriteSettings settings) {
        this.settings = settings;
        this.writeConcern =
                RawBsonDocument.parse(settings.writeConcern().asDocument().toJson());
    }

    /** The command, valid until the next one is made; null where the documents are too large for one. */
    @Nullable
    RawBsonDocument of(List<RawBsonDocument> documents) {
        buffer.truncateToPosition(0);
        buffer.writeInt32(0);
        name(BsonType.STRING, "insert");
        buffer.writeString(settings.collection());
        name(BsonType.BOOLEAN, "ordered");
        buffer.writeByte(settings.ordered() ? 1 : 0);
        name(BsonType.DOCUMENT, "writeConcern");
        append(writeConcern);
        appendArray(documents);
        buffer.writeByte(0);
        buffer.writeInt32(0, buffer.getPosition());
        return buffer.getPosition() > LARGEST
                ? null
                : new RawBsonDocument(buffer.getInternalBuffer(), 0, buffer.getPosition());
    }

    /** Ends early where the command is too large. */
    private void appendArray(List<RawBsonDocument> documents) {
        name(BsonType.ARRAY, "documents");
        int start = buffer.getPosition();
        buffer.writeInt32(0);
        for (int index = 0; index < documents.size() && buffer.getPosition() <= LARGEST; index++) {
            buffer.writeBytes(index < ELEMENTS.length ? ELEMENTS[index] : element(index));
            append(documents.get(index));
        }
        buffer.writeByte(0);
        buffer.writeInt32(start, buffer.getPosition() - start);
    }

    private static byte[] element(int index) {
        return ((char) BsonType.DOCUMENT.getValue() + Integer.toString(index) + '\0')
                .getBytes(StandardCharsets.US_ASCII);
    }

    private void name(BsonType type, String name) {
        buffer.writeByte(type.getValue());
        buffer.writeCString(name);
    }

    private void append(RawBsonDocument document) {
        ByteBuf bytes = document.getByteBuffer();
        buffer.writeBytes(bytes.array(), bytes.asNIO().arrayOffset() + bytes.position(), bytes.remaining());
    }
}
