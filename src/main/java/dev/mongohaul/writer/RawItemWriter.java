package dev.mongohaul.writer;

import dev.mongohaul.writer.chunk.DocumentItemWriter;
import dev.mongohaul.writer.raw.ChunkEncoder;
import dev.mongohaul.writer.target.RawDocumentSender;
import java.util.List;
import org.bson.RawBsonDocument;

/** Encodes each chunk by Jackson and one bson4jackson generator, and sends it by one {@code insertMany} or bulk write. */
final class RawItemWriter<D> extends DocumentItemWriter<D> {

    private final ChunkEncoder<D> encoder;
    private final RawDocumentSender sender;

    RawItemWriter(ObjectTarget<D> target) {
        super(target.write());
        this.encoder = ChunkEncoder.of(target.type());
        this.sender = new RawDocumentSender(target.write());
    }

    @Override
    protected long send(List<D> objects) {
        return sender.send(encoder.encode(objects));
    }

    @Override
    protected RawBsonDocument encode(D object) {
        return encoder.encode(object);
    }

    @Override
    protected boolean stopsAtFirstError() {
        return target().settings().ordered();
    }
}
