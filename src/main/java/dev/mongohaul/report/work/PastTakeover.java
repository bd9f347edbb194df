package dev.mongohaul.report.work;

import dev.mongohaul.repository.partition.SharedPartition;
import dev.mongohaul.repository.partition.Takeover;

/** Takeover of a partition. */
public record PastTakeover(SharedPartition partition, Takeover takeover) {

    /** Returns the cause of the takeover in words. */
    public String cause() {
        return takeover.cause().equals(Takeover.REDELIVERED)
                ? "the broker lost the connection"
                : "the time of the claim ended";
    }
}
