package dev.mongohaul.serve;

import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.serve.security.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Dashboard, its jobs, and a real browser. */
record BrowsedDashboard(Dashboard dashboard, DashboardJobs jobs, Chromium browser) implements AutoCloseable {

    /** Starts a dashboard; skips the calling tests if there is no browser. */
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
