package dev.mongohaul.notification;

import dev.mongohaul.repository.Runs;
import dev.mongohaul.schedule.PendingNotifications;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The outbox, on top of what imports take. */
@Configuration(proxyBeanMethods = false)
public class OutcomeConfiguration {

    @Bean
    Outbox outbox(PendingNotifications slots, Runs runs) {
        slots.createIndexes();
        return new Outbox(slots, runs);
    }
}
