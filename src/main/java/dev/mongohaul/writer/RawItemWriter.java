package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.DocumentItemWriter;
import dev.mongohaul.writer.delivery.WriteOperation;
import dev.mongohaul.writer.delivery.WriteSettings;
import dev.mongohaul.writer.raw.ChunkEncoder;
import java.util.List;
import java.util.Optional;
import org.bson.RawBsonDocument;

/** Encodes each chunk by Jackson and one bson4jackson generator, and sends it by one insert command or bulk write. */
final class RawItemWriter<D> extends DocumentItemWriter<D> {

    private final ChunkEncoder<D> encoder;
    private final ChunkSender sender;

    RawItemWriter(ObjectTarget<D> target) {
        super(target.write());
        this.encoder = ChunkEncoder.of(target.type());
        this.sender = new ChunkSender(target.write());
    }

    /** Why the objects cannot be encoded, if they cannot. */
    static Optional<String> refusal(WriteSettings settings, Rendering<?> rendering) {
        try {
            ChunkEncoder.of(rendering.type());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    @Override
    protected long send(List<D> objects) {
        return sender.send(encoder.encode(objects));
    }

    @Override
    protected long send(List<D> objects, List<WriteOperation> operations) {
        return sender.send(encoder.encode(objects), operations);
    }

    @Override
    protected RawBsonDocument encode(D object) {
        return encoder.encode(object);
    }

    @Override
    protected boolean sendsInParts() {
        return sender.sendsInParts();
    }

    @Override
    protected boolean stopsAtFirstError() {
        return target().settings().ordered();
    }
}
