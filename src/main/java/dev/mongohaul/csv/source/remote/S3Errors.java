package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.net.UnknownHostException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Meaning of errors of S3 and its client: some are temporary, a user has to mend the others. */
final class S3Errors {

    private static final Set<Integer> TEMPORARY_STATUS = Set.of(408, 409, 416, 429);
    private static final Set<String> TEMPORARY =
            Set.of("RequestTimeout", "SlowDown", "Throttling", "RequestLimitExceeded");
    private static final String EXPIRED = "the credentials have expired; get new ones";
    private static final String ELSEWHERE = "the bucket is in another region; name it in AWS_REGION";
    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("NoSuchBucket", "the server has no such bucket; check the name, and AWS_ENDPOINT_URL_S3"),
            Map.entry("InvalidBucketName", "this is not the name of a bucket"),
            Map.entry("InvalidObjectState", "the object is archived (Glacier); restore it, then start again"),
            Map.entry("ExpiredToken", EXPIRED),
            Map.entry("ExpiredTokenException", EXPIRED),
            Map.entry("TokenRefreshRequired", EXPIRED),
            Map.entry("InvalidToken", "the session token is not valid; check AWS_SESSION_TOKEN"),
            Map.entry(
                    "InvalidAccessKeyId",
                    "the server does not know the access key; check AWS_ACCESS_KEY_ID or the profile"),
            Map.entry("SignatureDoesNotMatch", "the secret key is not that of the access key; check both"),
            Map.entry("RequestTimeTooSkewed", "the clock of this machine is wrong; set it"),
            Map.entry("PermanentRedirect", ELSEWHERE),
            Map.entry("AuthorizationHeaderMalformed", ELSEWHERE),
            Map.entry("NotImplemented", "the server does not support this request"));

    private S3Errors() {}

    /**
     * Returns an error that is temporary, without the address.
     *
     * @param rights that this needs
     * @throws InputException if it is not temporary
     */
    static IOException of(SdkException e, String address, String rights) {
        if (e instanceof AwsServiceException answer) {
            return answered(answer, address, rights);
        }
        Optional<Throwable> untrusted =
                cause(e, CertificateException.class).or(() -> cause(e, CertPathValidatorException.class));
        if (untrusted.isPresent()) {
            throw refused(
                    address,
                    "the certificate of the server is not trusted (%s). Certificates are set in Java: JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=…"
                            .formatted(excerpt(untrusted.get())));
        }
        Optional<Throwable> unknown = cause(e, UnknownHostException.class)
                .filter(found -> !excerpt(found).contains("Temporary failure"));
        if (unknown.isPresent()) {
            throw refused(
                    address,
                    "the host %s was not found; check AWS_REGION and AWS_ENDPOINT_URL_S3"
                            .formatted(excerpt(unknown.get())));
        }
        if (e.getCause() == null) {
            throw refused(address, excerpt(e));
        }
        return new IOException(excerpt(cause(e, IOException.class).orElse(e)), e);
    }

    private static IOException answered(AwsServiceException e, String address, String rights) {
        String code = code(e);
        String told = "%d %s: %s"
                .formatted(e.statusCode(), code, Printable.excerpt(message(e)))
                .strip();
        if ((e.statusCode() >= 500 && e.statusCode() != 501)
                || TEMPORARY_STATUS.contains(e.statusCode())
                || TEMPORARY.contains(code)) {
            return new IOException("the server answered " + told, e);
        }
        throw refused(address, "%s (%s)".formatted(reason(e, rights), told));
    }

    private static String reason(AwsServiceException e, String rights) {
        if (!(e instanceof S3Exception)) {
            return "AWS gives no credentials";
        }
        String message = message(e).toLowerCase(Locale.ROOT).replace(" ", "");
        if (message.contains("requesterpays")) {
            return "the requester pays for reads of this bucket, which is not supported";
        }
        if (message.contains("serversideencryption")) {
            return "the object is encrypted with a key that its reader names (SSE-C), which is not supported";
        }
        String denied = "access is denied; the credentials need the rights %s".formatted(rights);
        return REASONS.getOrDefault(
                code(e), e.statusCode() == 403 || e.statusCode() == 401 ? denied : "the server refuses");
    }

    /** Returns the code of an answer, such as {@code NoSuchKey}; empty if it has none. */
    static String code(AwsServiceException e) {
        return Optional.ofNullable(details(e)).map(AwsErrorDetails::errorCode).orElse("");
    }

    private static String message(AwsServiceException e) {
        return Optional.ofNullable(details(e))
                .map(AwsErrorDetails::errorMessage)
                .orElse("");
    }

    private static @Nullable AwsErrorDetails details(AwsServiceException e) {
        return e.awsErrorDetails();
    }

    private static InputException refused(String address, String reason) {
        return InputException.refused("%s: %s".formatted(address, reason));
    }

    private static Optional<Throwable> cause(Throwable e, Class<? extends Throwable> type) {
        return Stream.iterate(e, found -> found != null, Throwable::getCause)
                .filter(type::isInstance)
                .findFirst();
    }

    private static String excerpt(Throwable e) {
        return Printable.excerpt(
                Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName()));
    }
}
