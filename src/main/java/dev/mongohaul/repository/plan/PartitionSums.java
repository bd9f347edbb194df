package dev.mongohaul.repository.plan;

import dev.mongohaul.repository.lease.PartitionId;
import dev.mongohaul.repository.partition.StoredSums;
import java.util.List;
import org.bson.codecs.pojo.annotations.BsonId;

/** Sums of the input's blocks that a partition reads, as a document. */
public record PartitionSums(@BsonId PartitionId id, List<StoredSums> sums) {}
