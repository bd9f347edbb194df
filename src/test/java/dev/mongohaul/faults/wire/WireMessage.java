package dev.mongohaul.faults.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** One message of MongoDB's wire protocol, in either direction. */
final class WireMessage {

    private static final int OP_MSG = 2013;
    private static final int HEADER = 16;
    private static final int LONGEST = 64 << 20;

    /** The message, including its header. */
    private final byte[] bytes;

    private WireMessage(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Reads a message; empty if the connection is closed. */
    static Optional<WireMessage> read(DataInputStream in) throws IOException {
        int length;
        try {
            length = Integer.reverseBytes(in.readInt());
        } catch (EOFException e) {
            return Optional.empty();
        }
        if (length < HEADER || length > LONGEST) {
            throw new IOException("invalid length of a message: " + length);
        }
        ByteBuffer message = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(length);
        in.readFully(message.array(), Integer.BYTES, length - Integer.BYTES);
        return Optional.of(new WireMessage(message.array()));
    }

    void write(OutputStream out) throws IOException {
        out.write(bytes);
        out.flush();
    }

    int id() {
        return header(4);
    }

    /** Returns the id of the request that this message replies to. */
    int responseTo() {
        return header(8);
    }

    /** Returns the command; empty for old message formats, which are used only to open a connection. */
    Optional<WireCommand> command() {
        int body = HEADER + Integer.BYTES + 1;
        if (header(12) != OP_MSG || bytes[body - 1] != 0) {
            return Optional.empty();
        }
        int length = header(body);
        return Optional.of(WireCommand.of(new RawBsonDocument(bytes, body, length)));
    }

    /** Returns an error reply to this command, as if from the server. */
    WireMessage refusal(int code, boolean retryable) {
        BasicOutputBuffer body = new BasicOutputBuffer();
        new BsonDocumentCodec()
                .encode(
                        new org.bson.BsonBinaryWriter(body),
                        BsonDocument.parse("{ok: 0.0, errmsg: 'made by a test', code: %d, codeName: 'Test'%s}"
                                .formatted(code, retryable ? ", errorLabels: ['RetryableWriteError']" : "")),
                        EncoderContext.builder().build());
        byte[] document = body.toByteArray();
        int length = HEADER + Integer.BYTES + 1 + document.length;
        ByteBuffer message = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(length).putInt(-id()).putInt(id()).putInt(OP_MSG).putInt(0);
        return new WireMessage(message.put((byte) 0).put(document).array());
    }

    /** Returns the same message with other bytes of the same length. */
    WireMessage replaced(String from, String to) {
        String body = new String(bytes, StandardCharsets.ISO_8859_1).replace(from, to);
        return new WireMessage(body.getBytes(StandardCharsets.ISO_8859_1));
    }

    private int header(int offset) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(offset);
    }
}
