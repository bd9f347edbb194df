package dev.mongohaul.csv.source;

import dev.mongohaul.csv.input.BlockSums;
import dev.mongohaul.csv.input.Compression;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.csv.input.InputSource;
import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.place.ObjectPlace;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.util.List;
import org.apache.commons.io.input.CloseShieldInputStream;
import org.jspecify.annotations.Nullable;

/** Source with one object, itself: a stream that can be read once. The first 16 MiB of it can be looked into before. */
final class StandardInput implements InputSource, InputObject {

    static final String NAME = "-";
    static final int PEEK_LIMIT = 16 << 20;

    private final BufferedInputStream stream;

    StandardInput(InputStream stream) {
        this.stream = new BufferedInputStream(stream);
    }

    @Override
    public boolean serves(String name) {
        return name.equals(NAME);
    }

    @Override
    public List<InputObject> find(List<String> names) {
        return List.of(this);
    }

    @Override
    public ObjectStamp stamp(String address) {
        return stamp();
    }

    @Override
    public ObjectPlace place(String address) {
        return place();
    }

    @Override
    public ObjectPlace place() {
        throw new UnsupportedOperationException("standard input lies nowhere");
    }

    @Override
    public String name() {
        return "standard input";
    }

    @Override
    public String address() {
        return NAME;
    }

    @Override
    public Compression compression() {
        return Compression.NONE;
    }

    @Override
    public ObjectStamp stamp() {
        return ObjectStamp.UNKNOWN;
    }

    @Override
    public boolean isStored() {
        return false;
    }

    @Override
    public FileChannel channel() throws IOException {
        throw new IOException("standard input: its bytes come only once, and from the first one on");
    }

    @Override
    public InputStream open(@Nullable BlockSums expected) {
        stream.mark(0);
        return CloseShieldInputStream.wrap(stream);
    }

    /** Only one of its streams may be open at a time; reading more than 16 MiB makes its {@code close} fail. */
    @Override
    public InputStream peek(@Nullable BlockSums expected) {
        stream.mark(PEEK_LIMIT);
        return new FilterInputStream(stream) {
            @Override
            public void close() throws IOException {
                try {
                    stream.reset();
                } catch (IOException tooFar) {
                    throw new IOException(
                            "standard input: its header ends behind the first %,d bytes, which are all that can be looked into"
                                    .formatted(PEEK_LIMIT),
                            tooFar);
                }
            }
        };
    }
}
