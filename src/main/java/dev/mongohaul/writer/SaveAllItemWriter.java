package dev.mongohaul.writer;

import java.util.List;
import java.util.Optional;
import org.bson.BsonBinaryWriter;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.repository.support.SimpleMongoRepository;

/** Hands each chunk to Spring Data's {@code repository.saveAll}: one {@code insertMany}, or a replacement a document. */
final class SaveAllItemWriter extends DocumentItemWriter<Document> {

    private static final EncoderContext AS_STORED =
            EncoderContext.builder().isEncodingCollectibleDocument(true).build();

    private final Codec<Document> codec;
    private final SimpleMongoRepository<Document, Object> repository;

    SaveAllItemWriter(WriteTarget target) {
        super(target);
        WriteSettings settings = target.settings();
        this.codec = target.databases().getMongoDatabase().getCodecRegistry().get(Document.class);
        MongoTemplate template = new MongoTemplate(target.databases(), new UnchangedDocuments());
        template.setWriteConcern(settings.writeConcern());
        this.repository = new SimpleMongoRepository<>(
                new DocumentInformation(settings.collection(), settings.operation() == WriteOperation.INSERT),
                template);
    }

    /** Why the repository cannot do what the settings ask for, if it cannot. */
    static Optional<String> refusal(WriteSettings settings) {
        if (settings.operation() == WriteOperation.REPLACE && !settings.upsert()) {
            return Optional.of("saving always inserts what it does not find: set write.upsert to true, or use direct");
        }
        if (settings.operation() == WriteOperation.REPLACE && !settings.matchesById()) {
            return Optional.of("saving finds documents by _id alone: leave write.match out, or use direct");
        }
        return Optional.empty();
    }

    @Override
    protected long send(List<Document> documents) {
        repository.saveAll(documents);
        return 0;
    }

    @Override
    protected RawBsonDocument encode(Document document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            codec.encode(writer, document, AS_STORED);
        }
        return new RawBsonDocument(buffer.getInternalBuffer(), 0, buffer.getPosition());
    }

    @Override
    protected boolean stopsAtFirstError() {
        return true;
    }
}
