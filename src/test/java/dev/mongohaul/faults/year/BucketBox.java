package dev.mongohaul.faults.year;

import dev.mongohaul.csv.source.remote.S3Server;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Folders of a bucket, whose files are there only when they are whole, with the time of the server. */
final class BucketBox implements Box {

    private final S3Server server;
    private final String bucket;

    /** Creates the bucket; this process is led to the server. */
    BucketBox(S3Server server, String bucket) {
        this.server = server.use();
        this.bucket = bucket;
        server.client().createBucket(create -> create.bucket(bucket));
    }

    @Override
    public String inJobFile(String path) {
        return "s3://" + bucket + "/" + path;
    }

    @Override
    public void put(String path, String content, Instant modified) {
        server.put(bucket, path, content.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public List<String> paths(String folder) {
        return server
                .client()
                .listObjectsV2Paginator(list -> list.bucket(bucket).prefix(folder + "/"))
                .contents()
                .stream()
                .map(S3Object::key)
                .toList();
    }

    @Override
    public String content(String path) {
        return server.client()
                .getObjectAsBytes(get -> get.bucket(bucket).key(path))
                .asUtf8String();
    }

    @Override
    public boolean hasFile(String address) {
        return paths("done").contains(address.substring(inJobFile("").length()));
    }

    @Override
    public boolean canGrow() {
        return false;
    }

    @Override
    public Map<String, String> environment() {
        return server.environment();
    }
}
