package dev.mongohaul.job;

import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.csv.input.InputRules.PathRoots;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of an import that no job file sets.
 *
 * @param maxRecordSize the longest record that is read; a longer one is a reject
 * @param smallestRange bytes below which the input is not cut into ranges
 * @param rideThrough how long the server may be away before a chunk is given up; less than half the lease
 * @param inputRoots folders that inputs have to lie in, links resolved; none: anywhere, since who types a path could as
 *     well read the file
 * @param outputRoots folders that rejects have to be written into, links resolved; none: anywhere
 * @param maxUnpackedSize that an archive may have inside
 */
@ConfigurationProperties("mongohaul.import")
public record ImportProperties(
        @DefaultValue("16MB") DataSize maxRecordSize,
        @DefaultValue("64KB") DataSize smallestRange,
        @DefaultValue("25s") Duration rideThrough,
        @DefaultValue List<Path> inputRoots,
        @DefaultValue List<Path> outputRoots,
        @DefaultValue("1TB") DataSize maxUnpackedSize) {

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
        if (maxUnpackedSize.toBytes() < 1) {
            throw new IllegalArgumentException("max-unpacked-size (%s) must be 1B or more".formatted(maxUnpackedSize));
        }
        inputRoots = List.copyOf(inputRoots);
        outputRoots = List.copyOf(outputRoots);
    }

    /** What files may be read. */
    public InputRules inputRules() {
        return new InputRules(new PathRoots(inputRoots), maxUnpackedSize.toBytes());
    }

    /** Refuses a folder that nothing may be written into. */
    public void requireOutput(Path folder) {
        new PathRoots(outputRoots).require(folder, "mongohaul.import.output-roots");
    }
}
