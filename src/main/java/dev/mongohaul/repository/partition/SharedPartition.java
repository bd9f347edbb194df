package dev.mongohaul.repository.partition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Partition that workers can claim.
 *
 * @param bytes of the input whose records are written or rejected
 * @param records read from these bytes
 * @param expired whether the time of its owner has ended
 * @param attempts claims since its last progress
 * @param worker its last owner; null if it never had one
 * @param failure why an owner gave it back, the last time; null if none did
 * @param takeovers the last takeovers
 */
public record SharedPartition(
        long from,
        long to,
        long bytes,
        long records,
        PartitionState state,
        boolean expired,
        int attempts,
        @Nullable String worker,
        @Nullable String failure,
        List<Takeover> takeovers) {}
