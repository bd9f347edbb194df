package dev.mongohaul.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportConfiguration;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import dev.mongohaul.notification.NotificationConfiguration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.config.FixedDelayTask;
import org.springframework.scheduling.config.ScheduledTaskHolder;

class HousekeepingConfigurationIT {

    private static final String DATABASE = TestServer.database("keep");

    @TempDir
    private Path folder;

    @EnableScheduling
    static class Serving {}

    /** In an environment that names no webhook, as that of the tests. */
    @Test
    void pruningRunsEveryHourWithoutNotifications() {
        try (ConfigurableApplicationContext context = start()) {
            assertThat(context.getBean(ScheduledTaskHolder.class).getScheduledTasks())
                    .singleElement()
                    .satisfies(scheduled -> assertThat(scheduled.getTask())
                            .isInstanceOfSatisfying(
                                    FixedDelayTask.class,
                                    task -> assertThat(task.getIntervalDuration())
                                            .isEqualTo(Duration.ofHours(1))));
        }
    }

    @AfterAll
    static void drop() {
        TestServer.client().getDatabase(DATABASE).drop();
    }

    private ConfigurableApplicationContext start() {
        MongoAddress address = MongoAddress.parse(
                TestServer.uri().replaceFirst("^(mongodb://[^/?]+)(/[^?]*)?", "$1/" + DATABASE), "test");
        return new SpringApplicationBuilder(
                        Pruner.class, Housekeeping.class, NotificationConfiguration.class, Serving.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(Session.defaults())
                .initializers(context -> {
                    GenericApplicationContext beans = (GenericApplicationContext) context;
                    beans.register(new ImportConfiguration());
                    beans.registerBean(JobFiles.class, () -> new JobFiles(folder, folder));
                    beans.registerBean(
                            MongoConnections.class,
                            () -> MongoConnections.open(
                                    Optional.of(address),
                                    Optional.empty(),
                                    EmbeddedServerSettings.in(Path.of("target/unused"))));
                })
                .run();
    }
}
