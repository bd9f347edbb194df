package dev.mongohaul.mongo.contract;

import dev.mongohaul.mongo.TestServer;

/** The server of all tests: MongoDB 6.0.5 unless another one is named. */
class TestServerContractIT extends ServerContract {

    @Override
    String uri() {
        return TestServer.uri();
    }
}
