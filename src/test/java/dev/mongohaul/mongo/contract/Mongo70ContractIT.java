package dev.mongohaul.mongo.contract;

import dev.mongohaul.mongo.TestServer;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(value = "dev.mongohaul.mongo.TestServer#dockerRuns", disabledReason = TestServer.NEEDS_DOCKER)
class Mongo70ContractIT extends ContainerContract {

    Mongo70ContractIT() {
        super(replicaSet("mongo:7.0"));
    }
}
