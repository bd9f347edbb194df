package dev.mongohaul.mongo.contract;

import dev.mongohaul.mongo.TestServer;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(value = "dev.mongohaul.mongo.TestServer#dockerRuns", disabledReason = TestServer.NEEDS_DOCKER)
class Mongo80ContractIT extends ContainerContract {

    Mongo80ContractIT() {
        super(replicaSet("mongo:8.0"));
    }
}
