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

/** A connection that sends insert messages, one after the other's answer. For one thread. */
final class BareConnection implements Closeable {

    private static final int LENGTH = Integer.BYTES;
    private static final int BODY = 4 * Integer.BYTES + Integer.BYTES + 1;
    private static final int LONGEST_ANSWER = 48_000_000;

    private final SocketChannel socket;
    private final DocumentFile documents;
    private final InsertPreamble head;
    private ByteBuffer message = ByteBuffer.allocateDirect(1 << 20);

    /** @param command as {@link InsertPreamble} takes it */
    BareConnection(ServerAddress server, DocumentFile documents, BsonDocument command) throws IOException {
        this.socket = SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
        this.socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.documents = documents;
        this.head = new InsertPreamble(command);
    }

    /**
     * Sends a message and waits for its answer.
     *
     * @throws ComparisonException where the server does not take every document
     */
    void insert(Batch batch) throws IOException {
        ByteBuffer begin = head.next(batch.bytes());
        int length = begin.remaining() + batch.bytes();
        if (message.capacity() < length) {
            message = ByteBuffer.allocateDirect(length + length / 8);
        }
        message.clear().put(begin);
        documents.read(batch, message);
        message.flip();
        while (message.hasRemaining()) {
            socket.write(message);
        }
        check(answer(), batch.documents());
    }

    private BsonDocument answer() throws IOException {
        ByteBuffer length = fill(ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN));
        int rest = length.getInt(0) - LENGTH;
        if (rest < BODY || rest > LONGEST_ANSWER) {
            throw new IOException("The server's answer is not one of MongoDB");
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

    static void check(BsonDocument answer, int documents) {
        boolean taken = answer.getNumber("ok").intValue() == 1
                && !answer.containsKey("writeErrors")
                && !answer.containsKey("writeConcernError")
                && answer.getNumber("n").intValue() == documents;
        if (!taken) {
            throw new ComparisonException(
                    "the server does not take all documents, and so its limit cannot be measured with them: "
                            + reason(answer));
        }
    }

    private static String reason(BsonDocument answer) {
        if (answer.containsKey("writeErrors")) {
            return answer.getArray("writeErrors")
                    .get(0)
                    .asDocument()
                    .getString("errmsg")
                    .getValue();
        }
        BsonDocument failure = answer.getDocument("writeConcernError", answer);
        return failure.containsKey("errmsg") ? failure.getString("errmsg").getValue() : answer.toJson();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /**
     * What stands before the documents of an insert message (OP_MSG): header, command, and the beginning of the document
     * sequence. For one connection, which has a session of its own, as a thread of an import has.
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
}
