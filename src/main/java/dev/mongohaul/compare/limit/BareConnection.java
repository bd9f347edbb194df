package dev.mongohaul.compare.limit;

import com.mongodb.ServerAddress;
import dev.mongohaul.compare.run.ComparisonException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

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
}
