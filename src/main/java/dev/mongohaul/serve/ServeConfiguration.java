package dev.mongohaul.serve;

import dev.mongohaul.job.launch.ImportConfiguration;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.notification.NotificationConfiguration;
import dev.mongohaul.prove.StartedComparisons;
import dev.mongohaul.prove.Verifier;
import dev.mongohaul.retention.Housekeeping;
import dev.mongohaul.retention.Pruner;
import dev.mongohaul.schedule.SlotConfiguration;
import dev.mongohaul.serve.api.ApiConfiguration;
import dev.mongohaul.serve.security.AccessConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Configuration of {@code serve}: schedules, notifications, retention, and a web server for pages, health and metrics. The
 * parts of Spring Boot are listed one by one in {@code META-INF/spring}, so that nothing else of the class path is served.
 */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@Import({
    ImportConfiguration.class,
    SlotConfiguration.class,
    NotificationConfiguration.class,
    Pruner.class,
    Verifier.class,
    StartedComparisons.class,
    Housekeeping.class,
    PageConfiguration.class,
    AccessConfiguration.class,
    ApiConfiguration.class,
    MetricsConfiguration.class,
})
@ImportAutoConfiguration
public class ServeConfiguration {

    @Bean
    HealthIndicator mongo(MongoConnections connections) {
        return () -> {
            try {
                connections.ping();
                return Health.up().build();
            } catch (RuntimeException e) {
                return Health.down().build();
            }
        };
    }
}
