package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.raw.ChunkEncoder;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.List;
import java.util.Optional;
import org.bson.RawBsonDocument;

/** Writer {@code raw}: encodes each chunk by Jackson and one bson4jackson generator. */
final class RawSender<D> extends EncodedSender<D> {

    private final ChunkEncoder<D> encoder;

    RawSender(WriteTarget target, Rendering<D> rendering) {
        super(target);
        this.encoder = ChunkEncoder.of(rendering.type());
    }

    /** Returns why the objects cannot be encoded; empty if they can. */
    static Optional<String> refusal(WriteSettings settings, Rendering<?> rendering) {
        try {
            ChunkEncoder.of(rendering.type());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    @Override
    List<RawBsonDocument> encodeAll(List<D> objects) {
        return encoder.encode(objects);
    }

    @Override
    public RawBsonDocument encode(D object) {
        return encoder.encode(object);
    }
}
