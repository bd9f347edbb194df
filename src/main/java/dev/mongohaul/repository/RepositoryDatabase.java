package dev.mongohaul.repository;

import com.mongodb.client.MongoDatabase;

/** Database of the JobRepository, the plans of imports and their rejects. */
public record RepositoryDatabase(MongoDatabase database) {}
