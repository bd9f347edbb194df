package example;

import com.mongodb.client.MongoClient;
import dev.mongohaul.library.*;
import java.nio.file.Path;
import java.util.Map;
import org.bson.Document;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.*;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.util.Assert;

@SpringBootApplication
@EnableBatchProcessing
class PricesJob {
    record Price(String id, int amount) {}

    public static void main(String[] arguments) {
        SpringApplication.run(PricesJob.class, arguments).close();
    }

    @Bean
    Job prices(JobRepository repository, MongoClient client, @Value("${database:shop}") String database) {
        Step objects = new StepBuilder("objects", repository).<Map<String, String>, Price>chunk(100)
                .reader(CsvReaders.rows(Path.of("data/prices.csv")))
                .processor(row -> new Price(row.get("sku"), Integer.parseInt(row.get("amount"))))
                .writer(MongoWriters.raw(client, database, "prices", Price.class))
                .build();
        Step documents = new StepBuilder("documents", repository).<Map<String, String>, Document>chunk(100)
                .reader(CsvReaders.rows(Path.of("data/prices.csv")))
                .processor(row -> new Document("_id", row.get("sku")).append("text", row.toString()))
                .writer(MongoWriters.direct(client, database, "rows"))
                .build();
        return new JobBuilder("prices", repository).start(objects).next(documents).build();
    }

    @Bean
    CommandLineRunner start(JobOperator operator, Job job) {
        return arguments -> {
            JobExecution prices = operator.start(job, new JobParameters());
            Assert.state(prices.getStatus() == BatchStatus.COMPLETED, () -> "The job ended with " + prices.getExitStatus());
            System.out.println(prices.getExitStatus());
        };
    }
}
