package dev.mongohaul.prove;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.bson.RawBsonDocument;

/**
 * Digest of documents in any order: the sum of the SHA-256 digests of their BSON, modulo 2^256. The BSON of a document begins with
 * its length. Equal documents do not cancel each other.
 *
 * @param count of the documents
 * @param bytes of the documents
 */
public record DocumentsDigest(long count, long bytes, BigInteger sum) {

    static final DocumentsDigest NONE = new DocumentsDigest(0, 0, BigInteger.ZERO);

    private static final int BITS = 256;
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(BITS);

    DocumentsDigest plus(RawBsonDocument document) {
        byte[] bson = new byte[document.getByteBuffer().remaining()];
        document.getByteBuffer().get(bson);
        return plus(new DocumentsDigest(1, bson.length, new BigInteger(1, sha256(bson))));
    }

    DocumentsDigest plus(DocumentsDigest other) {
        BigInteger both = sum.add(other.sum);
        return new DocumentsDigest(
                count + other.count, bytes + other.bytes, both.bitLength() > BITS ? both.subtract(MODULUS) : both);
    }

    private static byte[] sha256(byte[] bson) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bson);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    /** Returns the sum as 64 hexadecimal digits. */
    public String hex() {
        return "%064x".formatted(sum);
    }
}
