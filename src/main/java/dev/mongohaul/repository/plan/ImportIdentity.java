package dev.mongohaul.repository.plan;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.batch.core.job.parameters.JobParameter;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;

/**
 * Identity of an import: its content, target and meaning. The way it is run (writer, chunk size, time) is not part of
 * it.
 *
 * @param job name of the job
 * @param content digest of the input's unpacked bytes, or a random text if there is none
 * @param target namespace, {@code database.collection}
 * @param operation insert, replace, …; {@link #SWAP} if the inserted documents replace all others; {@link #SNAPSHOT};
 *     {@link #UNDO}, whose content is the key of the plan of the import that it takes back
 * @param meaning digest of the settings that determine documents: dialect, fields, id, match, blanks, nulls, entity
 * @param again 0, or the number of a repetition that the user asked for
 */
public record ImportIdentity(String job, String content, String target, String operation, String meaning, int again) {

    /** Operation of imports that only delete. */
    public static final String DELETE = "delete";

    /** Operation of imports that replace the whole target. */
    public static final String SWAP = "swap";

    /** Operation of an import that removes what its input lacks. */
    public static final String SNAPSHOT = "snapshot";

    /** Operation that takes back an import. */
    public static final String UNDO = "undo";

    /** Operation of imports that only insert. */
    public static final String INSERT = "insert";

    /** Operation of imports that insert what is not there. */
    private static final String ADD = "add";

    /** Names of the identifying parameters, which runs of other applications in the same JobRepository lack. */
    public static final Set<String> PARAMETERS = new ImportIdentity("", "", "", "", "", 0)
            .parameters().parameters().stream().map(JobParameter::name).collect(Collectors.toUnmodifiableSet());

    public boolean isUndo() {
        return operation.equals(UNDO);
    }

    /** Returns whether the import adds documents, and changes or removes none that is there. */
    public boolean onlyAdds() {
        return operation.equals(INSERT) || operation.equals(ADD);
    }

    ImportIdentity undo(int number) {
        return new ImportIdentity(job, key(), target, UNDO, UNDO, number);
    }

    public boolean isSnapshot() {
        return operation.equals(SNAPSHOT);
    }

    public ImportIdentity withAgain(int number) {
        return new ImportIdentity(job, content, target, operation, meaning, number);
    }

    /** Returns the identifying parameters of the JobInstance. */
    public JobParameters parameters() {
        return new JobParametersBuilder()
                .addString("content", content)
                .addString("target", target)
                .addString("operation", operation)
                .addString("meaning", meaning)
                .addLong("again", (long) again)
                .toJobParameters();
    }

    /** Returns whether the other has the same content, target and operation, with any meaning or repetition. */
    public boolean sameContent(ImportIdentity other) {
        return sameBytes(other) && operation.equals(other.operation);
    }

    /** Returns whether the other has the same content and target, with any operation. */
    public boolean sameBytes(ImportIdentity other) {
        return job.equals(other.job) && content.equals(other.content) && target.equals(other.target);
    }

    /** Returns the key of the import's plan: a digest of all parts, in hex. */
    public String key() {
        return sha256(String.join("\n", job, content, target, operation, meaning, Integer.toString(again)));
    }

    /** Returns the digest of a text, in hex. */
    public static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
