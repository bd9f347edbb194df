package dev.mongohaul.repository;

import com.mongodb.client.MongoDatabase;
import org.springframework.data.mongodb.MongoDatabaseFactory;

/** Database of the JobRepository, the plans of imports and their rejects. */
public record RepositoryDatabase(MongoDatabaseFactory factory) {

    public MongoDatabase database() {
        return factory.getMongoDatabase();
    }
}
