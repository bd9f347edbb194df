package dev.mongohaul.repository.batch;

import dev.mongohaul.mongo.Patience;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.batch.ThrottledJobRepository.StatusReadingDao;
import java.time.Duration;
import org.springframework.batch.core.configuration.support.DefaultBatchConfiguration;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.MongoJobRepositoryFactoryBean;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.convert.DefaultDbRefResolver;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;

/**
 * Configuration of the JobRepository and JobOperator on MongoDB.
 *
 * <p>The transaction manager is the resourceless one: no repository call needs a transaction of the server, so that a
 * standalone server suffices. Spring Boot's module does not fit: its schema cannot be created twice, and it requires
 * transactions.
 */
@Configuration(proxyBeanMethods = false)
public class BatchRepositoryConfiguration extends DefaultBatchConfiguration {

    /**
     * Checkpoints per save of a running step. Its documents only inform users, and their three round trips cost more
     * than a checkpoint.
     */
    private static final int CHECKPOINTS_PER_SAVE = 4;

    private final RepositoryDatabase repositoryDatabase;
    private final Duration interval;
    private final ImportPlans plans;
    private final Patience retryPolicy;

    BatchRepositoryConfiguration(BeanFactory beans, RepositoryProperties properties) {
        this.repositoryDatabase = beans.getBean(RepositoryDatabase.class);
        this.interval = properties.checkpointInterval().multipliedBy(CHECKPOINTS_PER_SAVE);
        this.plans = beans.getBean(ImportPlans.class);
        this.retryPolicy = beans.getBean(Patience.class);
    }

    @Bean
    @Override
    public JobRepository jobRepository() {
        new BatchSchema(repositoryDatabase.database()).create();
        MongoTemplate template = template(repositoryDatabase.factory());
        ThinnedFactoryBean factory = new ThinnedFactoryBean(template);
        factory.setMongoOperations(template);
        factory.setTransactionManager(new ResourcelessTransactionManager());
        factory.setJobInstanceIncrementer(sequence(BatchSchema.JOB_INSTANCE));
        factory.setJobExecutionIncrementer(sequence(BatchSchema.JOB_EXECUTION));
        factory.setStepExecutionIncrementer(sequence(BatchSchema.STEP_EXECUTION));
        return factory.repository();
    }

    private SequenceIncrementer sequence(String name) {
        return new SequenceIncrementer(repositoryDatabase.database(), name, retryPolicy);
    }

    /**
     * Returns a template whose converter allows dots in keys, which execution contexts have ({@code batch.version}).
     */
    private static MongoTemplate template(MongoDatabaseFactory factory) {
        MongoCustomConversions conversions = MongoCustomConversions.create(adapter -> {});
        MongoMappingContext mapping = new MongoMappingContext();
        mapping.setSimpleTypeHolder(conversions.getSimpleTypeHolder());
        MappingMongoConverter converter = new MappingMongoConverter(new DefaultDbRefResolver(factory), mapping);
        converter.setCustomConversions(conversions);
        converter.setMapKeyDotReplacement(".");
        converter.afterPropertiesSet();
        return new MongoTemplate(factory, converter);
    }

    /** Spring Batch's factory with another repository class. */
    private final class ThinnedFactoryBean extends MongoJobRepositoryFactoryBean {

        private final MongoTemplate template;

        ThinnedFactoryBean(MongoTemplate template) {
            this.template = template;
        }

        JobRepository repository() {
            try {
                afterPropertiesSet();
                return getObject();
            } catch (Exception e) {
                throw new IllegalStateException("The JobRepository cannot be set up", e);
            }
        }

        @Override
        protected Object getTarget() {
            var instances = createJobInstanceDao();
            var executions = new StatusReadingDao(template);
            executions.setJobExecutionIncrementer(sequence(BatchSchema.JOB_EXECUTION));
            executions.setJobInstanceDao(instances);
            var steps = createStepExecutionDao();
            steps.setJobExecutionDao(executions);
            return new ThrottledJobRepository(
                    instances, executions, steps, createExecutionContextDao(), interval, plans, retryPolicy);
        }
    }
}
