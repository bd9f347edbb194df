package dev.mongohaul.writer.raw;

import de.undercouch.bson4jackson.BsonConstants;
import de.undercouch.bson4jackson.BsonGenerator;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.time.Instant;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonRegularExpression;
import org.bson.types.Binary;
import org.bson.types.Code;
import org.bson.types.CodeWithScope;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.bson.types.Symbol;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.IOContext;

/**
 * Generator of bson4jackson that writes MongoDB's own types, and one document after the other into the buffer of a chunk.
 *
 * <p>It adds the types that bson4jackson lacks or writes differently from the driver. {@code _typeMarker} is the position of
 * the type of the next value.
 */
final class ChunkGenerator extends BsonGenerator {

    private final WritableByteChannel chunk;

    ChunkGenerator(ObjectWriteContext context, IOContext ioContext, int features, ChunkBuffer chunk) {
        super(context, ioContext, features, 0, chunk);
        this.chunk = chunk;
    }

    /** Appends a complete document to the chunk; does nothing within a document. */
    @Override
    public void flush() {
        if (_currentDocument != null) {
            return;
        }
        try {
            _buffer.writeTo(chunk);
        } catch (IOException e) {
            throw _wrapIOFailure(e);
        }
        _buffer.clear();
    }

    /** Discards a document that failed before it was complete. */
    @Override
    protected void _closeInput() {
        _buffer.clear();
    }

    /** @throws IllegalArgumentException if the name contains a NUL, which ends a name in BSON */
    @Override
    public JsonGenerator writeName(String name) {
        requireNoNul("a field name", name);
        return super.writeName(name);
    }

    void writeObjectId(ObjectId id) {
        begin(BsonConstants.TYPE_OBJECTID);
        _buffer.putBytes(id.toByteArray());
    }

    void writeDateTime(long epochMillis) {
        begin(BsonConstants.TYPE_DATETIME);
        _buffer.putLong(epochMillis);
    }

    /** @throws IllegalArgumentException if a BSON date cannot hold it */
    void writeDateTime(Instant instant) {
        try {
            writeDateTime(instant.toEpochMilli());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("%s is beyond what a BSON date can hold".formatted(instant), e);
        }
    }

    void writeDecimal128(Decimal128 decimal) {
        begin(BsonConstants.TYPE_DECIMAL128);
        _buffer.putLong(decimal.getLow());
        _buffer.putLong(decimal.getHigh());
    }

    void writeBinary(Binary binary) {
        byte[] data = binary.getData();
        boolean oldBinary = binary.getType() == BsonBinarySubType.OLD_BINARY.getValue();
        begin(BsonConstants.TYPE_BINARY);
        _buffer.putInt(oldBinary ? Integer.BYTES + data.length : data.length);
        _buffer.putByte(binary.getType());
        if (oldBinary) {
            _buffer.putInt(data.length);
        }
        _buffer.putBytes(data);
    }

    void writeUuid(UUID uuid) {
        writeBinary(new Binary(BsonBinarySubType.UUID_STANDARD, new BsonBinary(uuid).getData()));
    }

    void writeRegularExpression(BsonRegularExpression expression) {
        requireNoNul("a regular expression", expression.getPattern());
        requireNoNul("the options of a regular expression", expression.getOptions());
        begin(BsonConstants.TYPE_REGEX);
        _writeCString(expression.getPattern());
        _writeCString(expression.getOptions());
    }

    void writeCode(Code code) {
        begin(BsonConstants.TYPE_JAVASCRIPT);
        _writeString(code.getCode());
    }

    void writeCodeWithScope(CodeWithScope code) {
        begin(BsonConstants.TYPE_JAVASCRIPT_WITH_SCOPE);
        int start = _buffer.size();
        reserveHeader();
        _writeString(code.getCode());
        nextObjectIsEmbeddedInValue = true;
        objectWriteContext().writeValue(this, code.getScope());
        putHeader(start);
    }

    void writeSymbol(Symbol symbol) {
        begin(BsonConstants.TYPE_SYMBOL);
        _writeString(symbol.getSymbol());
    }

    void writeTimestamp(int seconds, int increment) {
        begin(BsonConstants.TYPE_TIMESTAMP);
        _buffer.putInt(increment);
        _buffer.putInt(seconds);
    }

    /** Begins a value of the type; some types have no more than that. */
    void begin(byte type) {
        _writeArrayFieldNameIfNeeded();
        _verifyValueWrite("write a value");
        _buffer.putByte(_typeMarker, type);
    }

    private static void requireNoNul(String what, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "%s cannot hold a NUL character: \"%s\"".formatted(what, text.replace("\0", "\\0")));
        }
    }
}
