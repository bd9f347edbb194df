package dev.mongohaul.job.control;

import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.run.ImportLauncher;
import dev.mongohaul.repository.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Imports in the background, on top of what imports take; of the {@link ImportJobs}, {@link InputRules} and {@link JobFiles} given. */
@Configuration(proxyBeanMethods = false)
public class ControlConfiguration {

    @Bean
    FormFolders formFolders(JobFiles files, ImportProperties limits, InputRules rules) {
        return new FormFolders(files, limits, rules);
    }

    @Bean
    BackgroundImports backgroundImports(ImportJobs jobs, FormFolders folders, ImportLauncher launcher, Runs runs) {
        return new BackgroundImports(jobs, folders, launcher, runs);
    }
}
