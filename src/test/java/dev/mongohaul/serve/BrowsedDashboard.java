package dev.mongohaul.serve;

import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.serve.security.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A dashboard, its jobs, and a real browser that looks at it. */
record BrowsedDashboard(Dashboard dashboard, DashboardJobs jobs, Chromium browser) implements AutoCloseable {

    /** Skips the tests of whoever asks where there is no browser on this machine. */
    static BrowsedDashboard start(Path folder, Access access) throws IOException {
        Chromium.require();
        Files.createDirectory(folder.resolve("jobs"));
        Dashboard dashboard = Dashboard.start(TestServer.database("browser"), folder, access);
        return new BrowsedDashboard(dashboard, new DashboardJobs(dashboard, folder), Chromium.at(dashboard.address()));
    }

    @Override
    public void close() {
        browser.close();
        dashboard.close();
    }
}
