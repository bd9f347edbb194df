package example;

import com.mongodb.client.MongoClient;
import com.mongodb.client.model.*;
import java.util.List;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.annotation.*;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.boot.*;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.data.mongodb.*;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.util.Assert;

@EnableAutoConfiguration
@EnableBatchProcessing
@EnableMongoJobRepository
class RestartableJob {
    public static void main(String[] arguments) {
        SpringApplication.run(RestartableJob.class, arguments).close();
    }

    @Bean
    MongoTransactionManager transactionManager(MongoDatabaseFactory database) {
        return new MongoTransactionManager(database);
    }

    @Bean
    MongoTemplate mongoTemplate(MongoDatabaseFactory database, MappingMongoConverter converter) {
        converter.setMapKeyDotReplacement(".");
        MongoTemplate template = new MongoTemplate(database, converter);
        for (String sequence : List.of("BATCH_JOB_INSTANCE_SEQ", "BATCH_JOB_EXECUTION_SEQ", "BATCH_STEP_EXECUTION_SEQ")) {
            template.getCollection("BATCH_SEQUENCES")
                    .updateOne(Filters.eq(sequence), Updates.setOnInsert("count", 0L), new UpdateOptions().upsert(true));
        }
        return template;
    }

    @Bean
    Job prices(JobRepository repository, MongoClient client, MongoDatabaseFactory database) {
        return new PricesJob().prices(repository, client, database.getMongoDatabase().getName());
    }

    @Bean
    CommandLineRunner start(JobRepository repository, JobOperator operator, Job job) {
        return arguments -> {
            // After kill -9, Spring Batch takes the execution for a running one.
            repository.findRunningJobExecutions(job.getName()).forEach(operator::recover);
            JobExecution prices = operator.start(job, new JobParameters());
            Assert.state(prices.getStatus() == BatchStatus.COMPLETED, () -> "The job ended with " + prices.getExitStatus());
            System.out.println(prices.getExitStatus());
        };
    }
}
