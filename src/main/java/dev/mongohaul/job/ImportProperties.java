package dev.mongohaul.job;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of an import that no job file sets.
 *
 * @param maxRecordSize the longest record that is read; a longer one is a reject
 * @param smallestRange bytes below which the input is not cut into ranges
 * @param rideThrough how long the server may be away before a chunk is given up; less than half the lease
 */
@ConfigurationProperties("mongohaul.import")
public record ImportProperties(
        @DefaultValue("16MB") DataSize maxRecordSize,
        @DefaultValue("64KB") DataSize smallestRange,
        @DefaultValue("14s") Duration rideThrough) {

    private static final DataSize LARGEST = DataSize.ofGigabytes(1);

    public ImportProperties {
        if (maxRecordSize.toBytes() < 1 || maxRecordSize.compareTo(LARGEST) > 0) {
            throw new IllegalArgumentException("max-record-size (%s) must be from 1B to 1GB".formatted(maxRecordSize));
        }
        if (smallestRange.toBytes() < 1) {
            throw new IllegalArgumentException("smallest-range (%s) must be 1B or more".formatted(smallestRange));
        }
        if (rideThrough.isNegative()) {
            throw new IllegalArgumentException("ride-through (%s) must not be negative".formatted(rideThrough));
        }
    }
}
