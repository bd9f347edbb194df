package dev.mongohaul.report;

import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.schedule.Slots;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of reports. */
@Configuration(proxyBeanMethods = false)
public class ReportConfiguration {

    @Bean
    Reports reports(Runs runs, RejectStore rejects, Slots slots) {
        return new Reports(runs, rejects, slots);
    }

    @Bean
    JobStandings jobStandings(Runs runs, Slots slots) {
        return new JobStandings(runs, slots);
    }
}
