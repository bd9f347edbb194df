package dev.mongohaul.repository;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;

/**
 * What makes two imports the same import: one content into one target with one meaning. How it is done (writer, chunk
 * size, when) is no part of it.
 *
 * @param job name of the job
 * @param content digest of the input's bytes, or a random text where there is none
 * @param target namespace, {@code database.collection}
 * @param operation insert, replace, …
 * @param meaning digest of what the cells mean: dialect, fields, id, match, blanks, nulls, entity
 * @param again 0, or a number above it for a repetition that was asked for
 */
public record ImportIdentity(String job, String content, String target, String operation, String meaning, int again) {

    public ImportIdentity withAgain(int number) {
        return new ImportIdentity(job, content, target, operation, meaning, number);
    }

    /** The identifying parameters of its JobInstance. */
    public JobParameters parameters() {
        return new JobParametersBuilder()
                .addString("content", content)
                .addString("target", target)
                .addString("operation", operation)
                .addString("meaning", meaning)
                .addLong("again", (long) again)
                .toJobParameters();
    }

    /** Whether the other is the same content for the same target, whatever its meaning or repetition. */
    public boolean sameContent(ImportIdentity other) {
        return sameBytes(other) && operation.equals(other.operation);
    }

    /** As {@link #sameContent}, with any operation. */
    public boolean sameBytes(ImportIdentity other) {
        return job.equals(other.job) && content.equals(other.content) && target.equals(other.target);
    }

    /** A digest of all parts, in hex: the key of the import's plan. */
    public String key() {
        String text = String.join("\n", job, content, target, operation, meaning, Integer.toString(again));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
