package dev.mongohaul.compare.limit;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.job.InsertContent;
import dev.mongohaul.job.file.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.mongodb.MongoDatabaseFactory;

/** Import by FlatFileItemReader and MongoItemWriter in chunks of 1,000: no restart, no rejects, no tuning. */
public final class StockStep {

    /** The step's name in the JobRepository. */
    public static final String NAME = "stock";

    private static final String SCHEMA = "org/springframework/batch/core/schema-mongodb.jsonl";

    private StockStep() {}

    /** Returns why Spring Batch's own reader cannot read an input; empty if it can. */
    public static Optional<String> refusal(Source source, InsertContent content) {
        if (content.files().stream().anyMatch(file -> file.toString().matches(".*\\.(gz|zst)"))) {
            return Optional.of("FlatFileItemReader does not read compressed files");
        }
        if (source.escape().isPresent() || source.trims()) {
            return Optional.of("DelimitedLineTokenizer has no escape character and does not trim fields");
        }
        return source.quote().isEmpty()
                ? Optional.of("DelimitedLineTokenizer needs a quote character")
                : Optional.empty();
    }

    /**
     * Imports into an empty database.
     *
     * @param uri with the database's name
     * @throws ComparisonException if the job does not complete
     */
    public static void run(Source source, InsertContent content, String uri) {
        StockInput input = new StockInput(source, content, new ConnectionString(uri));
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean(StockInput.class, () -> input);
            context.register(StockConfiguration.class);
            context.refresh();
            createSchema(context.getBean(MongoDatabaseFactory.class).getMongoDatabase(), content.collection());
            JobExecution execution =
                    context.getBean(JobOperator.class).start(context.getBean(Job.class), new JobParameters());
            if (execution.getStatus() != BatchStatus.COMPLETED) {
                throw new ComparisonException(
                        "the stock step is %s: %s".formatted(execution.getStatus(), reason(execution)));
            }
        } catch (IOException | JobExecutionException e) {
            throw new ComparisonException("the stock step cannot be run: " + e.getMessage(), e);
        }
    }

    private static String reason(JobExecution execution) {
        return execution.getAllFailureExceptions().stream()
                .findFirst()
                .map(failure -> failure.getCause() == null ? failure : failure.getCause())
                .map(Throwable::getMessage)
                .orElse("no further message");
    }

    /** Runs Spring Batch's script, a command a line, and creates the collection, so that no transaction has to. */
    private static void createSchema(MongoDatabase database, String collection) throws IOException {
        String script = new ClassPathResource(SCHEMA).getContentAsString(StandardCharsets.UTF_8);
        List<String> commands = script.lines().filter(line -> !line.isBlank()).toList();
        commands.forEach(command -> database.runCommand(Document.parse(command)));
        database.createCollection(collection);
    }

    /**
     * Input and target of the stock step.
     *
     * @param source format of the files
     * @param content files and columns
     * @param server with the database of the documents and the JobRepository
     */
    record StockInput(Source source, InsertContent content, ConnectionString server) {

        String database() {
            String database = server.getDatabase();
            if (database == null) {
                throw new IllegalArgumentException("the stock step's address names no database");
            }
            return database;
        }
    }
}
