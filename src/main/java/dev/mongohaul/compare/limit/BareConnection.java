package dev.mongohaul.compare.limit;

import com.mongodb.ServerAddress;
import dev.mongohaul.compare.limit.DocumentFile.Batch;
import dev.mongohaul.compare.run.ComparisonException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Connection that sends insert messages, each after the answer to the one before. For one thread. */
final class BareConnection implements Closeable {

    private static final int LENGTH = Integer.BYTES;
    private static final int BODY = 4 * Integer.BYTES + Integer.BYTES + 1;
    private static final int LONGEST_REPLY = 48_000_000;

    private final SocketChannel socket;
    private final DocumentFile documents;
    private final InsertPreamble preamble;
    private ByteBuffer message = ByteBuffer.allocateDirect(1 << 20);

    /** @param command as {@link InsertPreamble} takes it */
    BareConnection(ServerAddress server, DocumentFile documents, BsonDocument command) throws IOException {
        this.socket = SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
        this.socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.documents = documents;
        this.preamble = new InsertPreamble(command);
    }

    /**
     * Sends a message and waits for its reply.
     *
     * @throws ComparisonException if the server does not store every document
     */
    void insert(Batch batch) throws IOException {
        ByteBuffer start = preamble.next(batch.bytes());
        int length = start.remaining() + batch.bytes();
        if (message.capacity() < length) {
            message = ByteBuffer.allocateDirect(length + length / 8);
        }
        message.clear().put(start);
        documents.read(batch, message);
        message.flip();
        while (message.hasRemaining()) {
            socket.write(message);
        }
        check(reply(), batch.documents());
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

    static void check(BsonDocument reply, int documents) {
        boolean stored = reply.getNumber("ok").intValue() == 1
                && !reply.containsKey("writeErrors")
                && !reply.containsKey("writeConcernError")
                && reply.getNumber("n").intValue() == documents;
        if (!stored) {
            throw new ComparisonException(
                    "the server does not accept all documents, so its limit cannot be measured with them: "
                            + reason(reply));
        }
    }

    private static String reason(BsonDocument reply) {
        if (reply.containsKey("writeErrors")) {
            return reply.getArray("writeErrors")
                    .get(0)
                    .asDocument()
                    .getString("errmsg")
                    .getValue();
        }
        BsonDocument failure = reply.getDocument("writeConcernError", reply);
        return failure.containsKey("errmsg") ? failure.getString("errmsg").getValue() : reply.toJson();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /**
     * Part of an insert message (OP_MSG) before the documents: header, command, and the start of the document sequence. Each
     * connection has its own, with a session of its own, like a thread of an import.
     */
    static final class InsertPreamble {

        private static final int OP_MSG = 2013;
        private static final int HEADER = 4 * Integer.BYTES;
        private static final int FLAGS = Integer.BYTES;
        private static final byte BODY = 0;
        private static final byte SEQUENCE = 1;
        private static final byte[] NAME = "documents\0".getBytes(StandardCharsets.US_ASCII);

        private final byte[] body;
        private int messages;

        /** @param command without documents; a new session replaces its own */
        InsertPreamble(BsonDocument command) {
            BsonDocument own = command.clone();
            if (command.containsKey("lsid")) {
                own.put("lsid", new BsonDocument("id", new BsonBinary(UUID.randomUUID())));
            }
            this.body = encode(own);
        }

        /** Returns the next message's preamble, for this number of bytes of documents. */
        ByteBuffer next(int documentBytes) {
            messages++;
            int sequence = Integer.BYTES + NAME.length + documentBytes;
            int length = HEADER + FLAGS + 1 + body.length + 1 + Integer.BYTES + NAME.length;
            ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.putInt(length + documentBytes).putInt(messages).putInt(0).putInt(OP_MSG);
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
}
