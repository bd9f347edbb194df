package dev.mongohaul.serve.notice;

import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.report.outcome.Outbox;
import dev.mongohaul.report.outcome.OutcomeConfiguration;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;

/** Has the webhook told that the environment names; without one, nobody is. */
@Configuration(proxyBeanMethods = false)
@Import(OutcomeConfiguration.class)
public class NoticeConfiguration implements SchedulingConfigurer {

    private static final Logger LOG = LoggerFactory.getLogger(NoticeConfiguration.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Outbox outbox;
    private final JobFiles files;
    private final Optional<Webhook> webhook = Webhook.of(System.getenv());

    NoticeConfiguration(Outbox outbox, JobFiles files) {
        this.outbox = outbox;
        this.files = files;
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar tasks) {
        webhook.ifPresent(named -> {
            LOG.info("Notices go to {}", named.receiver());
            tasks.addFixedDelayTask(new Notices(outbox, files, new WebhookSender(named))::tellAll, LOOK);
        });
    }
}
