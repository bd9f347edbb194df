package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Objects of S3, and of servers that understand its requests.
 *
 * <p>The version of an object is its entity tag. It is an opaque word: it is the same in a listing and in the answer to a
 * request for the object, which a version id is not.
 */
final class S3Store implements RemoteStore {

    private static final String LIST = "s3:ListBucket";
    private static final String READ = "s3:GetObject, and s3:ListBucket to tell a missing object";
    private static final String MOVE =
            "s3:GetObject, s3:PutObject and s3:DeleteObject, and those for tags if the object has any";
    private static final String DELETE = "s3:GetObject and s3:DeleteObject";

    /** Metadata of a copy: the entity tag of its source, which is another than that of the copy if it was stored in parts. */
    private static final String SOURCE = "mongohaul-source";

    private static final Set<String> NO_OBJECT = Set.of("", "NoSuchKey", "NoSuchVersion", "NotFound", "404");
    private static final int CHANGED = 412;
    private static final int MISSING = 404;
    private static final int NOT_SUPPORTED = 501;

    private final S3Client client;
    private final long copyBytes;

    /** @throws InputException if there are no credentials */
    S3Store() {
        // A request copies 5 GB at most, and has to answer before the client's timeout.
        this(S3Clients.create(), 1L << 30);
    }

    /** @param copyBytes that one request copies, at least 5 MiB */
    S3Store(S3Client client, long copyBytes) {
        this.client = client;
        this.copyBytes = copyBytes;
    }

    @Override
    public List<RemoteObject> find(RemoteAddress address, int most) throws IOException {
        return address.isPattern()
                ? list(address, most)
                : head(address, READ).map(found -> object(address, found)).stream()
                        .toList();
    }

    private List<RemoteObject> list(RemoteAddress pattern, int most) throws IOException {
        Predicate<String> matches = pattern.matcher();
        String prefix = pattern.prefix();
        String wildcards = pattern.path().substring(prefix.length());
        boolean deep = wildcards.contains("/") || wildcards.contains("**");
        ListObjectsV2Request request = ListObjectsV2Request.builder()
                .bucket(pattern.host())
                .prefix(prefix.substring(1))
                .delimiter(deep ? null : "/")
                .build();
        List<RemoteObject> found = new ArrayList<>();
        try {
            int seen = 0;
            for (ListObjectsV2Response page : client.listObjectsV2Paginator(request)) {
                seen += page.contents().size() + page.commonPrefixes().size();
                if (seen > most) {
                    throw InputException.refused(
                            "%s: more than %,d objects begin with %s; name a longer beginning, or move those that are done"
                                    .formatted(pattern, most, pattern.withPath(prefix)));
                }
                page.contents().stream()
                        .filter(listed -> !(listed.key().endsWith("/") && listed.size() == 0))
                        .map(listed -> object(pattern, listed))
                        .filter(object -> matches.test(object.address().path())
                                || object.address().equals(pattern))
                        .forEach(found::add);
            }
        } catch (SdkException e) {
            throw S3Errors.of(e, pattern.toString(), LIST);
        }
        // A name with brackets is that of an object before it is a pattern, as it is with files.
        return found.stream()
                .filter(object -> object.address().equals(pattern))
                .findFirst()
                .map(List::of)
                .orElseGet(() -> found.stream()
                        .sorted(Comparator.comparing(object -> object.address().path()))
                        .toList());
    }

    @Override
    public InputStream open(RemoteObject object, long from, long length) throws IOException {
        if (length == 0) {
            return InputStream.nullInputStream();
        }
        String range = "bytes=%d-%d".formatted(from, from + length - 1);
        ResponseInputStream<GetObjectResponse> body = call(
                object,
                READ,
                () -> client.getObject(get -> get.bucket(object.address().host())
                        .key(key(object.address()))
                        .range(range)
                        .ifMatch(object.strong() ? tag(object) : null)));
        GetObjectResponse answer = body.response();
        // A server may ignore the condition and the range.
        if (!version(answer.eTag()).equals(object.version())) {
            body.abort();
            throw changed();
        }
        String expected = "bytes %d-%d/%d".formatted(from, from + length - 1, object.size());
        if (!expected.equals(answer.contentRange()) && (length != object.size() || answer.contentLength() != length)) {
            body.abort();
            throw new IOException("the server was asked for %s, and answered with %s"
                    .formatted(range, Optional.ofNullable(answer.contentRange()).orElse("all bytes")));
        }
        return new S3Body(body, length);
    }

    /** {@inheritDoc} An equal object at the new address is taken for the copy of an earlier attempt. */
    @Override
    public void move(RemoteObject object, RemoteAddress to) throws IOException {
        Optional<HeadObjectResponse> there = head(to, MOVE);
        boolean copied = there.isPresent() && isCopy(there.get(), object);
        if (there.isPresent() && !copied) {
            throw new FileAlreadyExistsException(to.toString());
        }
        Optional<HeadObjectResponse> source = head(object.address(), MOVE);
        if (copied && source.isEmpty()) {
            return;
        }
        requireSame(object, source);
        if (!copied) {
            copy(object, source.orElseThrow(), to);
        }
        deleteFound(object);
    }

    private static boolean isCopy(HeadObjectResponse there, RemoteObject object) {
        return there.contentLength() == object.size()
                && (version(there.eTag()).equals(object.version())
                        || object.version().equals(there.metadata().get(SOURCE)));
    }

    private void copy(RemoteObject object, HeadObjectResponse source, RemoteAddress to) throws IOException {
        try {
            if (object.size() > copyBytes) {
                copyParts(object, source, to);
            } else {
                call(
                        object,
                        MOVE,
                        () -> conditional(
                                "*",
                                condition -> client.copyObject(copy -> copy.sourceBucket(
                                                object.address().host())
                                        .sourceKey(key(object.address()))
                                        .copySourceIfMatch(tag(object))
                                        .destinationBucket(to.host())
                                        .destinationKey(key(to))
                                        .metadataDirective(MetadataDirective.REPLACE)
                                        .metadata(metadata(object, source))
                                        .contentType(source.contentType())
                                        .contentEncoding(source.contentEncoding())
                                        .contentDisposition(source.contentDisposition())
                                        .contentLanguage(source.contentLanguage())
                                        .cacheControl(source.cacheControl())
                                        .storageClass(source.storageClassAsString())
                                        .ifNoneMatch(condition))));
            }
        } catch (ObjectChangedException e) {
            // Both conditions have the same answer.
            if (head(to, MOVE).isPresent()) {
                throw new FileAlreadyExistsException(to.toString());
            }
            throw e;
        }
    }

    private void copyParts(RemoteObject object, HeadObjectResponse source, RemoteAddress to) throws IOException {
        String upload = call(
                object,
                MOVE,
                () -> client.createMultipartUpload(create -> create.bucket(to.host())
                                .key(key(to))
                                .metadata(metadata(object, source))
                                .contentType(source.contentType())
                                .contentEncoding(source.contentEncoding())
                                .contentDisposition(source.contentDisposition())
                                .contentLanguage(source.contentLanguage())
                                .cacheControl(source.cacheControl())
                                .storageClass(source.storageClassAsString()))
                        .uploadId());
        boolean completed = false;
        try {
            List<CompletedPart> parts = new ArrayList<>();
            for (long from = 0; from < object.size(); from += copyBytes) {
                String range = "bytes=%d-%d".formatted(from, Math.min(from + copyBytes, object.size()) - 1);
                int number = parts.size() + 1;
                parts.add(call(
                        object,
                        MOVE,
                        () -> CompletedPart.builder()
                                .partNumber(number)
                                .eTag(client.uploadPartCopy(copy -> copy.sourceBucket(
                                                        object.address().host())
                                                .sourceKey(key(object.address()))
                                                .copySourceIfMatch(tag(object))
                                                .copySourceRange(range)
                                                .destinationBucket(to.host())
                                                .destinationKey(key(to))
                                                .uploadId(upload)
                                                .partNumber(number))
                                        .copyPartResult()
                                        .eTag())
                                .build()));
            }
            call(
                    object,
                    MOVE,
                    () -> conditional(
                            "*",
                            condition -> client.completeMultipartUpload(complete -> complete.bucket(to.host())
                                    .key(key(to))
                                    .uploadId(upload)
                                    .multipartUpload(all -> all.parts(parts))
                                    .ifNoneMatch(condition))));
            completed = true;
        } finally {
            if (!completed) {
                abandon(upload, to);
            }
        }
    }

    private static Map<String, String> metadata(RemoteObject object, HeadObjectResponse source) {
        Map<String, String> metadata = new HashMap<>(source.metadata());
        metadata.put(SOURCE, object.version());
        return metadata;
    }

    private void abandon(String upload, RemoteAddress to) {
        try {
            client.abortMultipartUpload(
                    abort -> abort.bucket(to.host()).key(key(to)).uploadId(upload));
        } catch (SdkException e) {
            LoggerFactory.getLogger(S3Store.class)
                    .warn(
                            "{}: parts of a copy that failed are left there; a lifecycle rule of the bucket removes them",
                            to);
        }
    }

    @Override
    public void delete(RemoteObject object) throws IOException {
        requireSame(object, head(object.address(), DELETE));
        deleteFound(object);
    }

    private void deleteFound(RemoteObject object) throws IOException {
        call(
                object,
                DELETE,
                () -> conditional(
                        tag(object),
                        condition -> client.deleteObject(
                                delete -> delete.bucket(object.address().host())
                                        .key(key(object.address()))
                                        .ifMatch(condition))));
    }

    private static void requireSame(RemoteObject object, Optional<HeadObjectResponse> found)
            throws ObjectChangedException {
        if (found.isEmpty()) {
            throw gone();
        }
        if (!version(found.get().eTag()).equals(object.version())) {
            throw changed();
        }
    }

    /** Sends a request with a condition, or without it to a server that does not support it. */
    private static <T> T conditional(String condition, Function<@Nullable String, T> request) {
        try {
            return request.apply(condition);
        } catch (S3Exception e) {
            if (e.statusCode() != NOT_SUPPORTED) {
                throw e;
            }
            return request.apply(null);
        }
    }

    private Optional<HeadObjectResponse> head(RemoteAddress address, String rights) throws IOException {
        try {
            return Optional.of(
                    client.headObject(head -> head.bucket(address.host()).key(key(address))));
        } catch (S3Exception e) {
            S3Exception told = explained(e, address);
            if (isMissing(told)) {
                return Optional.empty();
            }
            throw S3Errors.of(told, address.toString(), rights);
        } catch (SdkException e) {
            throw S3Errors.of(e, address.toString(), rights);
        }
    }

    /** Returns the error with its reason, which answers to HEAD do not have. */
    private S3Exception explained(S3Exception e, RemoteAddress address) {
        if (e.statusCode() >= 500 && e.statusCode() != NOT_SUPPORTED) {
            return e;
        }
        try {
            client.getObject(get -> get.bucket(address.host()).key(key(address)).range("bytes=0-0"))
                    .abort();
            return e;
        } catch (S3Exception withReason) {
            return withReason;
        }
    }

    private static <T> T call(RemoteObject object, String rights, Supplier<T> request) throws IOException {
        try {
            return request.get();
        } catch (S3Exception e) {
            if (e.statusCode() == CHANGED) {
                throw changed();
            }
            if (isMissing(e)) {
                throw gone();
            }
            throw S3Errors.of(e, object.address().toString(), rights);
        } catch (SdkException e) {
            throw S3Errors.of(e, object.address().toString(), rights);
        }
    }

    /** Some servers have other reasons for the status 404 than a missing object. */
    private static boolean isMissing(S3Exception e) {
        return e.statusCode() == MISSING && NO_OBJECT.contains(S3Errors.code(e));
    }

    private static ObjectChangedException changed() {
        return new ObjectChangedException("the server has another version now");
    }

    private static ObjectChangedException gone() {
        return new ObjectChangedException("it is not there any more");
    }

    private static RemoteObject object(RemoteAddress address, HeadObjectResponse found) {
        return object(address, found.contentLength(), found.lastModified(), found.eTag());
    }

    private static RemoteObject object(RemoteAddress pattern, S3Object listed) {
        return object(pattern.withPath("/" + listed.key()), listed.size(), listed.lastModified(), listed.eTag());
    }

    /** Answers to a request for one object have no parts of seconds. */
    private static RemoteObject object(RemoteAddress address, long size, Instant modified, @Nullable String tag) {
        String version = version(tag);
        boolean strong = !version.isEmpty() && !version.startsWith("W/");
        return new RemoteObject(address, size, modified.truncatedTo(ChronoUnit.SECONDS), version, strong, true);
    }

    private static String version(@Nullable String tag) {
        return tag == null ? "" : tag.replaceFirst("^\"(.*)\"$", "$1");
    }

    private static String tag(RemoteObject object) {
        return object.strong() ? '"' + object.version() + '"' : object.version();
    }

    private static String key(RemoteAddress address) {
        return address.path().substring(1);
    }
}
