package dev.mongohaul.repository.lease;

import org.bson.codecs.pojo.annotations.BsonProperty;

/**
 * Identifier of a partition.
 *
 * @param plan key of the import's plan
 * @param run number of the run that cut it
 * @param from offset of its first byte
 */
public record PartitionId(@BsonProperty("import") String plan, long run, long from) {}
