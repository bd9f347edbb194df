package dev.mongohaul.csv.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReadAheadStreamTests {

    private static final byte[] BYTES = new byte[3_000_000];

    static {
        new Random(1).nextBytes(BYTES);
    }

    @Test
    void bytesAreUnchanged() throws IOException {
        try (InputStream stream = new ReadAheadStream(new ByteArrayInputStream(BYTES))) {
            assertThat(stream.read()).isEqualTo(BYTES[0] & 0xFF);
            assertThat(stream.skip(100)).isEqualTo(100);
            assertThat(stream.readAllBytes()).isEqualTo(Arrays.copyOfRange(BYTES, 101, BYTES.length));
            assertThat(stream.read()).isEqualTo(-1);
            assertThat(stream.read(new byte[1])).isEqualTo(-1);
        }
    }

    @Test
    void failureFollowsItsBytesAndRepeats() throws IOException {
        try (InputStream stream =
                new ReadAheadStream(new SequenceInputStream(new ByteArrayInputStream(BYTES), failing()))) {
            assertThat(stream.readNBytes(BYTES.length)).isEqualTo(BYTES);
            assertThatIOException().isThrownBy(stream::read).withMessage("damaged");
            assertThatIOException().isThrownBy(() -> stream.read(new byte[1])).withMessage("damaged");
        }
    }

    @Test
    void closingEndsAStreamThatReadsAhead() throws IOException {
        AtomicBoolean closed = new AtomicBoolean();
        InputStream source = new FilterInputStream(new ByteArrayInputStream(BYTES)) {
            @Override
            public void close() {
                closed.set(true);
            }
        };
        InputStream stream = new ReadAheadStream(source);
        assertThat(stream.read()).isNotNegative();

        stream.close();

        assertThat(closed).isTrue();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("read-ahead"));
    }

    @Test
    void interruptionEndsTheWaitForBytes() throws IOException {
        try (PipedOutputStream silent = new PipedOutputStream();
                InputStream stream = new ReadAheadStream(new PipedInputStream(silent))) {
            Thread.currentThread().interrupt();

            assertThatIOException().isThrownBy(stream::read).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static InputStream failing() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("damaged");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("damaged");
            }
        };
    }
}
