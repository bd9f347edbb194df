package dev.mongohaul.compare.limit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * What stands before the documents of an insert message (OP_MSG): header, command, and the beginning of the document
 * sequence. For one connection, which has a session of its own, as a thread of an import has.
 */
final class InsertPreamble {

    private static final int OP_MSG = 2013;
    private static final int HEADER = 4 * Integer.BYTES;
    private static final int FLAGS = Integer.BYTES;
    private static final byte BODY = 0;
    private static final byte SEQUENCE = 1;
    private static final byte[] NAME = "documents\0".getBytes(StandardCharsets.US_ASCII);

    private final byte[] body;
    private int messages;

    /** @param command without documents; its session is replaced by a new one */
    InsertPreamble(BsonDocument command) {
        BsonDocument ours = command.clone();
        if (command.containsKey("lsid")) {
            ours.put("lsid", new BsonDocument("id", new BsonBinary(UUID.randomUUID())));
        }
        this.body = encode(ours);
    }

    /** The next message's head, for so many bytes of documents, ready to be read. */
    ByteBuffer next(int documentBytes) {
        messages++;
        int sequence = Integer.BYTES + NAME.length + documentBytes;
        int head = HEADER + FLAGS + 1 + body.length + 1 + Integer.BYTES + NAME.length;
        ByteBuffer bytes = ByteBuffer.allocate(head).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(head + documentBytes).putInt(messages).putInt(0).putInt(OP_MSG);
        bytes.putInt(0).put(BODY).put(body);
        bytes.put(SEQUENCE).putInt(sequence).put(NAME);
        return bytes.flip();
    }

    private static byte[] encode(BsonDocument document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            new BsonDocumentCodec()
                    .encode(writer, document, EncoderContext.builder().build());
        }
        return buffer.toByteArray();
    }
}
