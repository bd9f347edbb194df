package dev.mongohaul.report;

import dev.mongohaul.repository.Runs;
import dev.mongohaul.schedule.Slots;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The standings, on top of what imports take. */
@Configuration(proxyBeanMethods = false)
public class StandingConfiguration {

    @Bean
    JobStandings jobStandings(Runs runs, Slots slots) {
        return new JobStandings(runs, slots);
    }
}
