package dev.mongohaul.mongo.contract;

import dev.mongohaul.mongo.TestServer;
import org.junit.jupiter.api.condition.EnabledIf;
import org.testcontainers.mongodb.MongoDBContainer;

@EnabledIf(value = "dev.mongohaul.mongo.TestServer#dockerRuns", disabledReason = TestServer.NEEDS_DOCKER)
class StandaloneContractIT extends ContainerContract {

    StandaloneContractIT() {
        super(new MongoDBContainer("mongo:8.0").withCommand("--setParameter", "enableTestCommands=1"));
    }
}
