package dev.mongohaul.csv.source.remote;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Bytes of an answer, exactly as many as were asked for; a shorter answer fails. */
final class S3Body extends FilterInputStream {

    private final ResponseInputStream<GetObjectResponse> body;
    private long left;

    S3Body(ResponseInputStream<GetObjectResponse> body, long length) {
        super(body);
        this.body = body;
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int count;
        try {
            count = body.read(into, offset, (int) Math.min(length, left));
        } catch (SdkException e) {
            throw new IOException("the connection broke: " + e.getMessage(), e);
        }
        if (count < 0) {
            throw new EOFException("the connection ended with %,d bytes left".formatted(left));
        }
        left -= count;
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        return count <= 0 ? 0 : read(new byte[(int) Math.min(count, 8192)]);
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /** Ends the connection if bytes are left, which would be read otherwise. */
    @Override
    public void close() throws IOException {
        if (left > 0) {
            body.abort();
        } else {
            body.close();
        }
    }
}
