package dev.mongohaul.compare.limit;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.compare.limit.StockStep.StockInput;
import dev.mongohaul.job.InsertContent.ContentColumn;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.configuration.annotation.EnableMongoJobRepository;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.MongoTransactionManager;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;

/** Job of one chunk-oriented step, with the JobRepository on MongoDB, as in Spring Batch's reference. */
@Configuration
@EnableBatchProcessing
@EnableMongoJobRepository
class StockConfiguration {

    private static final int CHUNK_SIZE = 1000;

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
    FlatFileItemReader<Document> fileReader(StockInput input) {
        return new FlatFileItemReaderBuilder<Document>()
                .name("fileReader")
                .encoding(input.source().charset().name())
                .linesToSkip(
                        input.source().skipLines() + (input.source().header().isInInput() ? 1 : 0))
                .delimited()
                .delimiter(String.valueOf(input.source().delimiter()))
                .quoteCharacter(input.source().quote().orElseThrow())
                .names(input.content().columns().stream()
                        .map(ContentColumn::name)
                        .toArray(String[]::new))
                .fieldSetMapper(new DocumentFieldSetMapper(input.content().columns()))
                .build();
    }

    @Bean
    MultiResourceItemReader<Document> reader(StockInput input, FlatFileItemReader<Document> fileReader) {
        return new MultiResourceItemReaderBuilder<Document>()
                .name("reader")
                .resources(input.content().files().stream()
                        .map(FileSystemResource::new)
                        .toArray(Resource[]::new))
                .delegate(fileReader)
                .build();
    }

    @Bean
    MongoItemWriter<Document> writer(StockInput input, MongoTemplate template) {
        return new MongoItemWriterBuilder<Document>()
                .template(template)
                .collection(input.content().collection())
                .mode(MongoItemWriter.Mode.INSERT)
                .build();
    }

    @Bean
    Step step(
            JobRepository repository,
            MongoTransactionManager transactionManager,
            MultiResourceItemReader<Document> reader,
            MongoItemWriter<Document> writer) {
        return new StepBuilder(StockStep.NAME, repository)
                .<Document, Document>chunk(CHUNK_SIZE)
                .transactionManager(transactionManager)
                .reader(reader)
                .writer(writer)
                .build();
    }

    @Bean
    Job job(JobRepository repository, Step step) {
        return new JobBuilder(StockStep.NAME, repository).start(step).build();
    }

    /** Mapper of lines to documents: a field for each column, read by the FieldSet's own methods if it has one. */
    static final class DocumentFieldSetMapper implements FieldSetMapper<Document> {

        private final List<ContentColumn> columns;

        DocumentFieldSetMapper(List<ContentColumn> columns) {
            this.columns = columns;
        }

        @Override
        public Document mapFieldSet(FieldSet fields) {
            Document document = new Document();
            for (ContentColumn column : columns) {
                String text = fields.readString(column.name());
                if (text != null && !text.isEmpty()) {
                    Object value = value(fields, column, text);
                    column.fields().forEach(path -> put(document, path, value));
                }
            }
            return document;
        }

        /** Returns a value; types that need more than a line of code stay text. */
        private static @Nullable Object value(FieldSet fields, ContentColumn column, String text) {
            String name = column.name();
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
