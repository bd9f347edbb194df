package dev.mongohaul.compare.limit;

import com.mongodb.MongoNamespace;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.job.content.InsertContent;
import java.util.Map;

/** The server's limit: messages made beforehand, over bare sockets. */
record BareCandidate(ServerUnderTest server, InsertContent content, BareInsert insert, int connections, int chunkSize)
        implements Candidate {

    static final String KIND = "limit";

    @Override
    public String name() {
        return "limit, %d connection%s, chunks of %,d".formatted(connections, connections == 1 ? "" : "s", chunkSize);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of("connections", connections, "chunkSize", chunkSize);
    }

    /** The collection is made beforehand. */
    @Override
    public Measurement measure(String database) {
        server.create(new MongoNamespace(database, content.collection()), content.indexesBefore());
        BareInsert.Result result = insert.send(database, connections, chunkSize);
        return new Measurement(result.seconds(), null, result.cpuSeconds(), null, null);
    }
}
