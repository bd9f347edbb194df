package dev.mongohaul.mongo;

import com.mongodb.reactivestreams.client.MongoClient;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The reactive driver's client, opened when it is first asked for: most programs never do. Thread-safe. */
final class ReactiveClient implements AutoCloseable {

    private final Supplier<MongoClient> opener;
    private @Nullable MongoClient client;

    ReactiveClient(Supplier<MongoClient> opener) {
        this.opener = opener;
    }

    synchronized MongoClient get() {
        if (client == null) {
            client = opener.get();
        }
        return client;
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.close();
        }
    }
}
