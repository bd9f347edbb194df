package dev.mongohaul.csv.source.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mongohaul.Programs;
import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** The store, against several servers. */
@Tag(Programs.TAG)
@ParameterizedClass
@MethodSource("dev.mongohaul.csv.source.remote.S3Server#all")
class S3StoreIT {

    private static final int MOST = 10_000;
    private static final int COPY_BYTES = 5 << 20;
    private static final String OTHER_VERSION = "the server has another version now";
    private static final String GONE = "it is not there any more";
    private static final byte[] SHORT = "id\n1\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OTHER = "id\n2\n".getBytes(StandardCharsets.UTF_8);

    private final S3Server server;
    private final S3Store store;

    S3StoreIT(S3Server server) {
        this.server = server.use();
        this.store = new S3Store(S3Clients.create(), COPY_BYTES);
    }

    @Test
    void objectIsFoundByItsKey() throws IOException {
        String address = put("night", "in/orders.csv", SHORT);

        RemoteObject object = only(address);

        assertThat(object.address()).hasToString(address);
        assertThat(object.size()).isEqualTo(SHORT.length);
        assertThat(object.version()).isNotEmpty().doesNotContain("\"");
        assertThat(object.strong()).isTrue();
        assertThat(object.ranges()).isTrue();
        assertThat(find("s3://night/in/*.csv")).containsExactly(object);
        assertThat(find("s3://night/in/none.csv")).isEmpty();
    }

    private String put(String bucket, String key, byte[] content) {
        try {
            return server.put(bucket, key, content);
        } catch (NoSuchBucketException e) {
            server.client().createBucket(create -> create.bucket(bucket));
            return server.put(bucket, key, content);
        }
    }

    private List<RemoteObject> find(String address) throws IOException {
        return store.find(RemoteAddress.of(address), MOST);
    }

    private RemoteObject only(String address) throws IOException {
        List<RemoteObject> found = find(address);
        assertThat(found).as(address).hasSize(1);
        return found.get(0);
    }

    @Test
    void keysAreTakenAsTheyAreWritten() throws IOException {
        for (String name :
                List.of("a b.csv", "a+b.csv", "a%20b.csv", "Übersicht 🚚.csv", "a&b='c';d.csv", "a[1].csv")) {
            byte[] content = name.getBytes(StandardCharsets.UTF_8);
            RemoteObject object = only(put("keys", "in/" + name, content));

            assertThat(object.address().path()).isEqualTo("/in/" + name);
            assertThat(bytes(object, 0, content.length)).isEqualTo(content);
            store.move(object, object.address().withPath("/done/" + name));
            assertThat(only("s3://keys/done/" + name).size()).isEqualTo(content.length);
        }
        assertThat(find("s3://keys/in/*")).isEmpty();
        assertThat(find("s3://keys/done/*.csv")).hasSize(6);
    }

    private byte[] bytes(RemoteObject object, long from, long length) throws IOException {
        try (InputStream in = store.open(object, from, length)) {
            return in.readAllBytes();
        }
    }

    @Test
    void patternsMatchAsThoseOfFilesDo() throws IOException {
        for (String key : List.of("a/1.csv", "a/2.csv", "a/3.txt", "a/b/4.csv", "a/b/c/5.csv", "ab/6.csv")) {
            put("globs", key, SHORT);
        }
        put("globs", "a/", new byte[0]);
        put("globs", "a/b.csv/", new byte[0]);

        assertThat(find("s3://globs/a/*.csv")).extracting(S3StoreIT::path).containsExactly("/a/1.csv", "/a/2.csv");
        assertThat(find("s3://globs/a/*"))
                .extracting(S3StoreIT::path)
                .containsExactly("/a/1.csv", "/a/2.csv", "/a/3.txt");
        assertThat(find("s3://globs/a/**.csv"))
                .extracting(S3StoreIT::path)
                .containsExactly("/a/1.csv", "/a/2.csv", "/a/b/4.csv", "/a/b/c/5.csv");
        assertThat(find("s3://globs/a*/*.csv"))
                .extracting(S3StoreIT::path)
                .containsExactly("/a/1.csv", "/a/2.csv", "/ab/6.csv");
        assertThat(find("s3://globs/{a,ab}/[26].csv"))
                .extracting(S3StoreIT::path)
                .containsExactly("/a/2.csv", "/ab/6.csv");
    }

    private static String path(RemoteObject object) {
        return object.address().path();
    }

    @Test
    void listingsHavePages() throws IOException {
        assumeTrue(server != S3Server.MOTO, "moto stores an object in 10 ms");
        put("pages", "n/0000.csv", SHORT);
        IntStream.range(1, 1003).parallel().forEach(number -> put("pages", "n/%04d.csv".formatted(number), SHORT));

        assertThat(find("s3://pages/n/*.csv"))
                .extracting(S3StoreIT::path)
                .hasSize(1003)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> store.find(RemoteAddress.of("s3://pages/n/1*.csv"), 2))
                .withMessage(
                        "s3://pages/n/1*.csv: more than 2 objects begin with s3://pages/n/1; name a longer beginning, or move those that are done");
    }

    @Test
    void rangesAreThoseOfTheObject() throws IOException {
        byte[] content = new byte[100_000];
        new Random(1).nextBytes(content);
        RemoteObject object = only(put("ranges", "r.bin", content));

        assertThat(bytes(object, 0, content.length)).isEqualTo(content);
        assertThat(bytes(object, 0, 1)).containsExactly(content[0]);
        assertThat(bytes(object, 99_999, 1)).containsExactly(content[99_999]);
        assertThat(bytes(object, 4096, 50_000)).isEqualTo(Arrays.copyOfRange(content, 4096, 54_096));
        assertThat(bytes(only(put("ranges", "empty.csv", new byte[0])), 0, 0)).isEmpty();
    }

    @Test
    void overwrittenObjectIsNotReadAndStays() throws IOException {
        String address = put("changed", "in.csv", SHORT);
        RemoteObject object = only(address);
        put("changed", "in.csv", OTHER);

        assertChanged(OTHER_VERSION, () -> store.open(object, 0, 5));
        assertChanged(OTHER_VERSION, () -> store.delete(object));
        assertChanged(OTHER_VERSION, () -> store.move(object, object.address().withPath("/done.csv")));
        assertThat(bytes(only(address), 0, 5)).isEqualTo(OTHER);
        assertThat(find("s3://changed/done.csv")).isEmpty();
    }

    private static void assertChanged(String message, ThrowingCallable call) {
        assertThatExceptionOfType(ObjectChangedException.class).isThrownBy(call).withMessageStartingWith(message);
    }

    @Test
    void removedObjectIsNamed() throws IOException {
        String address = put("gone", "in.csv", SHORT);
        RemoteObject object = only(address);

        store.delete(object);

        assertThat(find(address)).isEmpty();
        assertChanged(GONE, () -> store.open(object, 0, 5));
        assertChanged(GONE, () -> store.delete(object));
        assertChanged(GONE, () -> store.move(object, object.address().withPath("/done.csv")));
    }

    @Test
    void formerVersionsAreNeitherReadNorRemoved() throws IOException {
        assumeTrue(server != S3Server.S3PROXY, "s3proxy has no versions");
        put("versions", "in.csv", SHORT);
        server.client()
                .putBucketVersioning(put -> put.bucket("versions")
                        .versioningConfiguration(versioning -> versioning.status(BucketVersioningStatus.ENABLED)));
        RemoteObject first = only(put("versions", "in.csv", SHORT));
        RemoteObject second = only(put("versions", "in.csv", OTHER));

        assertThat(second.version()).isNotEqualTo(first.version());
        assertThat(find("s3://versions/*.csv")).containsExactly(second);
        assertChanged(OTHER_VERSION, () -> store.open(first, 0, 5));
        store.delete(second);

        assertThat(find("s3://versions/in.csv")).isEmpty();
        assertThat(server.client()
                        .listObjectVersions(list -> list.bucket("versions"))
                        .versions())
                .hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void moveReplacesNothing() throws IOException {
        RemoteObject object = only(put("moves", "in.csv", SHORT));
        RemoteAddress done = object.address().withPath("/done/in.csv");
        put("moves", "done/in.csv", OTHER);

        assertThatExceptionOfType(FileAlreadyExistsException.class)
                .isThrownBy(() -> store.move(object, done))
                .withMessage("s3://moves/done/in.csv");
        assertThat(bytes(only("s3://moves/done/in.csv"), 0, 5)).isEqualTo(OTHER);
        assertThat(find("s3://moves/in.csv")).containsExactly(object);
    }

    @Test
    void moveThatWasCutOffIsFinished() throws IOException {
        RemoteObject object = only(put("cut", "in.csv", SHORT));
        RemoteAddress done = object.address().withPath("/done.csv");
        put("cut", "done.csv", SHORT);

        store.move(object, done);
        store.move(object, done);

        assertThat(find("s3://cut/*")).extracting(S3StoreIT::path).containsExactly("/done.csv");
    }

    @Test
    void moveOfAnObjectThatWasStoredInPartsIsFinished() throws IOException {
        byte[] content = new byte[COPY_BYTES + 1];
        new Random(3).nextBytes(content);
        put("joined", "small", SHORT);
        S3Store whole = new S3Store(S3Clients.create(), 1L << 30);
        RemoteObject object = putInParts("joined", "in.bin", content);
        RemoteAddress done = object.address().withPath("/done.bin");

        whole.move(object, done);
        assertThat(bytes(only("s3://joined/done.bin"), 0, content.length)).isEqualTo(content);
        assertThat(putInParts("joined", "in.bin", content).version()).isEqualTo(object.version());
        whole.move(object, done);

        assertThat(find("s3://joined/*.bin")).extracting(S3StoreIT::path).containsExactly("/done.bin");
    }

    private RemoteObject putInParts(String bucket, String key, byte[] content) throws IOException {
        String upload = server.client()
                .createMultipartUpload(create -> create.bucket(bucket).key(key))
                .uploadId();
        List<CompletedPart> parts = new ArrayList<>();
        for (int from = 0; from < content.length; from += COPY_BYTES) {
            byte[] part = Arrays.copyOfRange(content, from, Math.min(from + COPY_BYTES, content.length));
            int number = parts.size() + 1;
            parts.add(CompletedPart.builder()
                    .partNumber(number)
                    .eTag(server.client()
                            .uploadPart(
                                    put -> put.bucket(bucket)
                                            .key(key)
                                            .uploadId(upload)
                                            .partNumber(number),
                                    RequestBody.fromBytes(part))
                            .eTag())
                    .build());
        }
        server.client()
                .completeMultipartUpload(complete ->
                        complete.bucket(bucket).key(key).uploadId(upload).multipartUpload(all -> all.parts(parts)));
        return only("s3://%s/%s".formatted(bucket, key));
    }

    @Test
    void largeObjectIsMovedInParts() throws IOException {
        byte[] content = new byte[2 * COPY_BYTES + 7];
        new Random(2).nextBytes(content);
        put("parts", "small", SHORT);
        server.client()
                .putObject(
                        put -> put.bucket("parts")
                                .key("in.bin")
                                .contentType("text/csv")
                                .metadata(Map.of("from", "shop")),
                        RequestBody.fromBytes(content));
        RemoteObject object = only("s3://parts/in.bin");
        RemoteAddress done = object.address().withPath("/done.bin");

        store.move(object, done);

        assertThat(find("s3://parts/in.bin")).isEmpty();
        assertThat(bytes(only("s3://parts/done.bin"), 0, content.length)).isEqualTo(content);
        assertThat(server.client().headObject(head -> head.bucket("parts").key("done.bin")))
                .satisfies(head -> assertThat(head.contentType()).isEqualTo("text/csv"))
                .satisfies(head -> assertThat(head.metadata()).containsEntry("from", "shop"));
        server.client().putObject(put -> put.bucket("parts").key("in.bin"), RequestBody.fromBytes(content));
        store.move(object, done);
        assertThat(find("s3://parts/*")).extracting(S3StoreIT::path).containsExactly("/done.bin", "/small");
    }

    @Test
    void missingBucketIsNamed() {
        for (String address : List.of("s3://no-such-bucket/in.csv", "s3://no-such-bucket/*.csv")) {
            assertThatExceptionOfType(InputException.class)
                    .isThrownBy(() -> find(address))
                    .withMessageStartingWith(
                            address + ": the server has no such bucket; check the name, and AWS_ENDPOINT_URL_S3 (404");
        }
    }

    @Test
    void archivedObjectIsRefused() throws IOException {
        assumeTrue(server == S3Server.MOTO, () -> server + " has one class of storage");
        put("archive", "warm.csv", SHORT);
        server.client()
                .putObject(
                        put -> put.bucket("archive").key("cold.csv").storageClass(StorageClass.GLACIER),
                        RequestBody.fromBytes(SHORT));
        RemoteObject object = only("s3://archive/cold.csv");

        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> store.open(object, 0, 5))
                .withMessageStartingWith(
                        "s3://archive/cold.csv: the object is archived (Glacier); restore it, then start again (403");
    }

    @Test
    void wrongCredentialsAreExplainedAndNotShown() {
        assumeTrue(server != S3Server.MOTO, "moto checks no signature");
        put("secrets", "in.csv", SHORT);
        System.setProperty("aws.secretAccessKey", "wrong+secret/of/tests");

        assertRefused("the secret key is not that of the access key; check both (403 SignatureDoesNotMatch");
        System.setProperty("aws.accessKeyId", "nobody");
        assertRefused(
                server == S3Server.VERSITY
                        ? "the server refuses (404 XAdminUserNotFound: No user exists with the provided access key ID.)"
                        : "the server does not know the access key");
    }

    private static void assertRefused(String reason) {
        S3Store wrong = new S3Store(S3Clients.create(), COPY_BYTES);
        for (String address : List.of("s3://secrets/in.csv", "s3://secrets/*.csv")) {
            assertThatExceptionOfType(InputException.class)
                    .isThrownBy(() -> wrong.find(RemoteAddress.of(address), MOST))
                    .withMessageStartingWith("%s: %s", address, reason)
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("wrong+secret", "nobody"));
        }
    }
}
