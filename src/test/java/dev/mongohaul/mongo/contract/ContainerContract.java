package dev.mongohaul.mongo.contract;

import org.junit.jupiter.api.AfterAll;
import org.testcontainers.mongodb.MongoDBContainer;

/** A server in a container. Its subclasses are skipped without Docker. */
abstract class ContainerContract extends ServerContract {

    private final MongoDBContainer container;

    /** @param container of which test commands are on */
    ContainerContract(MongoDBContainer container) {
        this.container = container;
    }

    /** Returns a replica set of one member. */
    static MongoDBContainer replicaSet(String image) {
        return new MongoDBContainer(image)
                .withReplicaSet()
                .withCommand("--replSet", "docker-rs", "--setParameter", "enableTestCommands=1");
    }

    @Override
    final String uri() {
        if (!container.isRunning()) {
            container.start();
        }
        return container.getConnectionString();
    }

    @AfterAll
    final void stop() {
        container.stop();
    }
}
