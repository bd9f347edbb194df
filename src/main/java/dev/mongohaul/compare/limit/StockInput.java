package dev.mongohaul.compare.limit;

import com.mongodb.ConnectionString;
import dev.mongohaul.job.content.InsertContent;
import dev.mongohaul.job.file.Source;

/**
 * What the stock step reads, and where it writes.
 *
 * @param source how the files are written
 * @param content their columns and names
 * @param server with the database of both the documents and the JobRepository
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
