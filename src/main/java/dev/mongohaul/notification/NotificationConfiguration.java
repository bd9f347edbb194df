package dev.mongohaul.notification;

import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.PendingNotifications;
import dev.mongohaul.schedule.Stores;
import dev.mongohaul.waiting.Backoff;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/** Configuration of the notifications; without a receiver in the environment, none are sent. */
@Configuration(proxyBeanMethods = false)
@Import(Stores.class)
public class NotificationConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(NotificationConfiguration.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(30));
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    @Bean
    SchedulingConfigurer notifications(PendingNotifications slots, Runs runs, JobFiles files) {
        slots.createIndexes();
        return Receivers.of(System.getenv())
                .<SchedulingConfigurer>map(receivers -> {
                    LOG.info("Notifications go to {}", receivers.names());
                    Notifier notifier = new Notifier(slots, runs, files, receivers, BACKOFF);
                    return tasks -> tasks.addFixedDelayTask(notifier::sendPending, INTERVAL);
                })
                .orElse(tasks -> {});
    }
}
