package dev.mongohaul.job.control;

import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.run.ImportLauncher;
import dev.mongohaul.repository.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Imports in the background, on top of what imports take; of the {@link ImportJobs} given. */
@Configuration(proxyBeanMethods = false)
public class ControlConfiguration {

    @Bean
    BackgroundImports backgroundImports(ImportJobs jobs, ImportLauncher launcher, Runs runs) {
        return new BackgroundImports(jobs, launcher, runs);
    }
}
