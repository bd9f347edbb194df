package dev.mongohaul.mongo.contract;

import dev.mongohaul.mongo.TestServer;
import org.junit.jupiter.api.condition.EnabledIf;
import org.testcontainers.mongodb.MongoDBContainer;

/** Its fail points work only if the image turns test commands on. */
@EnabledIf(value = "dev.mongohaul.mongo.TestServer#dockerRuns", disabledReason = TestServer.NEEDS_DOCKER)
class RouterContractIT extends ContainerContract {

    RouterContractIT() {
        super(new MongoDBContainer("mongo:8.0").withSharding());
    }
}
