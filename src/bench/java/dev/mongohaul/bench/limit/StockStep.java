package dev.mongohaul.bench.limit;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.job.setting.Source;
import dev.mongohaul.mapping.layout.ColumnPlace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.configuration.annotation.EnableMongoJobRepository;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.data.MongoItemWriter;
import org.springframework.batch.infrastructure.item.data.builder.MongoItemWriterBuilder;
import org.springframework.batch.infrastructure.item.file.FlatFileItemReader;
import org.springframework.batch.infrastructure.item.file.MultiResourceItemReader;
import org.springframework.batch.infrastructure.item.file.builder.FlatFileItemReaderBuilder;
import org.springframework.batch.infrastructure.item.file.builder.MultiResourceItemReaderBuilder;
import org.springframework.batch.infrastructure.item.file.mapping.FieldSetMapper;
import org.springframework.batch.infrastructure.item.file.transform.FieldSet;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.MongoTransactionManager;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;

/** Import by FlatFileItemReader and MongoItemWriter in chunks of 1,000: no restart, no rejects, no tuning. */
final class StockStep {

    /** The step's name in the JobRepository. */
    static final String NAME = "stock";

    private static final int CHUNK_SIZE = 1000;
    private static final String SCHEMA = "org/springframework/batch/core/schema-mongodb.jsonl";

    private StockStep() {}

    /** Returns why Spring Batch's own reader cannot read an input; empty if it can. */
    static Optional<String> refusal(Source source, LimitContent content) {
        if (!content.settings().insertsOnly()) {
            return Optional.of("it only inserts");
        }
        if (content.files().stream().anyMatch(file -> file.toString().matches(".*\\.(gz|zst)"))) {
            return Optional.of("FlatFileItemReader does not read compressed files");
        }
        if (source.escape().isPresent() || source.trims()) {
            return Optional.of("DelimitedLineTokenizer has no escape character and does not trim fields");
        }
        if (source.fileRules().skipLastLines() > 0) {
            return Optional.of("FlatFileItemReader does not skip lines at the end");
        }
        return source.quote().isEmpty()
                ? Optional.of("DelimitedLineTokenizer needs a quote character")
                : Optional.empty();
    }

    /**
     * Imports into the empty database of an address.
     *
     * @throws ComparisonException if the job does not complete
     */
    static void run(Source source, LimitContent content, String uri) {
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

    /** Input and target of the stock step. The server's database gets the documents and the JobRepository. */
    record StockInput(Source source, LimitContent content, ConnectionString server) {

        String database() {
            return Objects.requireNonNull(server.getDatabase(), "the address names no database");
        }
    }

    /** Job of one chunk-oriented step, with the JobRepository on MongoDB, as in Spring Batch's reference. */
    @Configuration
    @EnableBatchProcessing
    @EnableMongoJobRepository
    static class StockConfiguration {

        @Bean
        MongoClient mongoClient(StockInput input) {
            return MongoClients.create(MongoClientSettings.builder()
                    .applyConnectionString(input.server())
                    .uuidRepresentation(UuidRepresentation.STANDARD)
                    .build());
        }

        @Bean
        MongoDatabaseFactory mongoDatabaseFactory(MongoClient client, StockInput input) {
            return new SimpleMongoClientDatabaseFactory(client, input.database());
        }

        /** Replaces dots in keys, as the reference does, because execution contexts have some. */
        @Bean
        MongoTemplate mongoTemplate(MongoDatabaseFactory factory) {
            MongoTemplate template = new MongoTemplate(factory);
            ((MappingMongoConverter) template.getConverter()).setMapKeyDotReplacement(".");
            return template;
        }

        @Bean
        MongoTransactionManager transactionManager(MongoDatabaseFactory factory) {
            return new MongoTransactionManager(factory);
        }

        @Bean
        Job job(
                JobRepository repository,
                MongoTransactionManager transactionManager,
                MongoTemplate template,
                StockInput input) {
            Step step = new StepBuilder(NAME, repository)
                    .<Document, Document>chunk(CHUNK_SIZE)
                    .transactionManager(transactionManager)
                    .reader(reader(input))
                    .writer(new MongoItemWriterBuilder<Document>()
                            .template(template)
                            .collection(input.content().collection())
                            .mode(MongoItemWriter.Mode.INSERT)
                            .build())
                    .build();
            return new JobBuilder(NAME, repository).start(step).build();
        }

        private static MultiResourceItemReader<Document> reader(StockInput input) {
            Source source = input.source();
            FlatFileItemReader<Document> file = new FlatFileItemReaderBuilder<Document>()
                    .name("fileReader")
                    .encoding(source.charset().name())
                    .linesToSkip(source.skipLines() + (source.header().isInInput() ? 1 : 0))
                    .delimited()
                    .delimiter(String.valueOf(source.delimiter()))
                    .quoteCharacter(source.quote().orElseThrow())
                    .names(input.content().columns().stream()
                            .map(ColumnPlace::column)
                            .toArray(String[]::new))
                    .fieldSetMapper(new DocumentFieldSetMapper(input.content().columns()))
                    .build();
            return new MultiResourceItemReaderBuilder<Document>()
                    .name("reader")
                    .resources(input.content().files().stream()
                            .map(FileSystemResource::new)
                            .toArray(Resource[]::new))
                    .delegate(file)
                    .build();
        }
    }

    /** Mapper of lines to documents: a field for each column, read by the FieldSet's own methods if it has one. */
    static final class DocumentFieldSetMapper implements FieldSetMapper<Document> {

        private final List<ColumnPlace> columns;

        DocumentFieldSetMapper(List<ColumnPlace> columns) {
            this.columns = columns;
        }

        @Override
        public Document mapFieldSet(FieldSet fields) {
            Document document = new Document();
            for (ColumnPlace column : columns) {
                String text = fields.readString(column.column());
                if (text != null && !text.isEmpty()) {
                    Object value = value(fields, column, text);
                    column.fields().forEach(path -> put(document, path, value));
                }
            }
            return document;
        }

        /** Returns a value; types that need more than a line of code stay text. */
        private static @Nullable Object value(FieldSet fields, ColumnPlace column, String text) {
            String name = column.column();
            return switch (column.type()) {
                case "int32" -> fields.readInt(name);
                case "int64" -> fields.readLong(name);
                case "double" -> fields.readDouble(name);
                case "decimal" -> fields.readBigDecimal(name);
                case "boolean" -> fields.readBoolean(name);
                case "instant" -> Date.from(Instant.parse(text));
                case "objectid" -> new ObjectId(text);
                case "uuid" -> UUID.fromString(text);
                default -> text;
            };
        }

        private static void put(Document document, String path, @Nullable Object value) {
            int dot = path.indexOf('.');
            if (dot < 0) {
                document.put(path, value);
                return;
            }
            Document nested = (Document) document.computeIfAbsent(path.substring(0, dot), any -> new Document());
            put(nested, path.substring(dot + 1), value);
        }
    }
}
