package nightly;

import com.mongodb.client.*;
import dev.mongohaul.library.*;
import java.nio.file.Path;
import java.util.*;
import org.bson.Document;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.support.ResourcelessJobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.*;
import org.springframework.batch.infrastructure.item.support.ListItemReader;

class Nightly {
    record Price(String id, int amount) {}

    public static void main(String[] arguments) throws Exception {
        try (Imports imports = Imports.connect(arguments[0], Path.of("."))) {
            ImportResult result = imports.run(Path.of("prices.yml"), Map.of("target.collection", "imported"));
            System.out.println(result.status() + ", " + result.written() + " written");
        }
        try (MongoClient client = MongoClients.create(arguments[0])) {
            ItemWriter<Price> prices = MongoWriters.raw(client, arguments[1], "prices", Price.class);
            ItemWriter<Document> log = MongoWriters.direct(client, arguments[1], "log");
            var repository = new ResourcelessJobRepository();
            var step = new StepBuilder("prices", repository).<Price, Price>chunk(100)
                    .reader(new ListItemReader<>(List.of(new Price("b-1", 30), new Price("b-2", 40))))
                    .writer(chunk -> {
                        prices.write(chunk);
                        log.write(Chunk.of(new Document("prices", chunk.size())));
                    }).build();
            var operator = new TaskExecutorJobOperator();
            operator.setJobRepository(repository);
            operator.setJobRegistry(new MapJobRegistry());
            operator.afterPropertiesSet();
            Job job = new JobBuilder("nightly", repository).start(step).build();
            System.out.println(operator.start(job, new JobParameters()).getExitStatus().getExitCode());
        }
    }
}
