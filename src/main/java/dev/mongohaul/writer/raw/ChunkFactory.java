package dev.mongohaul.writer.raw;

import de.undercouch.bson4jackson.BsonFactory;
import java.io.OutputStream;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.IOContext;

/** Factory of {@link ChunkGenerator}s for Jackson. */
final class ChunkFactory extends BsonFactory {

    private static final long serialVersionUID = 1;

    /** @param out must be a {@link ChunkBuffer} */
    @Override
    protected ChunkGenerator _createUTF8Generator(ObjectWriteContext context, IOContext ioContext, OutputStream out) {
        return new ChunkGenerator(context, ioContext, _streamWriteFeatures, (ChunkBuffer) out);
    }
}
