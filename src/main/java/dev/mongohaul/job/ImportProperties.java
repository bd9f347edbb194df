package dev.mongohaul.job;

import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.PathRoots;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Limits of an import that no job file sets.
 *
 * @param maxRecordSize the longest record; a longer one is a reject
 * @param smallestRange bytes below which the input is not cut into ranges
 * @param rideThrough how long the server may be away before a chunk is given up; less than half the lease
 * @param inputRoots folders that inputs must lie in, links resolved; none: anywhere
 * @param outputRoots folders that rejects must be written into, links resolved; none: anywhere
 * @param maxUnpackedSize the longest content of an archive
 * @param maxUndoSize most that an import keeps so that it can be undone
 * @param remote limits of what is fetched from other machines
 */
@ConfigurationProperties("mongohaul.import")
public record ImportProperties(
        @DefaultValue("16MB") DataSize maxRecordSize,
        @DefaultValue("64KB") DataSize smallestRange,
        @DefaultValue("25s") Duration rideThrough,
        @DefaultValue List<Path> inputRoots,
        @DefaultValue List<Path> outputRoots,
        @DefaultValue("1TB") DataSize maxUnpackedSize,
        @DefaultValue("10GB") DataSize maxUndoSize,
        @DefaultValue RemoteProperties remote) {

    private static final DataSize LARGEST = DataSize.ofGigabytes(1);

    public ImportProperties {
        if (maxRecordSize.toBytes() < 1 || maxRecordSize.compareTo(LARGEST) > 0) {
            throw refused("max-record-size", maxRecordSize, "must be from 1B to 1GB.");
        }
        if (smallestRange.toBytes() < 1) {
            throw refused("smallest-range", smallestRange, "must be 1B or more.");
        }
        if (rideThrough.isNegative()) {
            throw refused("ride-through", rideThrough, "must be 0 or more.");
        }
        if (maxUnpackedSize.toBytes() < 1) {
            throw refused("max-unpacked-size", maxUnpackedSize, "must be 1B or more.");
        }
        if (maxUndoSize.toBytes() < 1) {
            throw refused("max-undo-size", maxUndoSize, "must be 1B or more.");
        }
        inputRoots = List.copyOf(inputRoots);
        outputRoots = List.copyOf(outputRoots);
    }

    private static InvalidConfigurationPropertyValueException refused(String name, Object value, String reason) {
        return new InvalidConfigurationPropertyValueException("mongohaul.import." + name, value, reason);
    }

    /** Returns the rules for files that are read. */
    public InputRules inputRules() {
        return new InputRules(new PathRoots(inputRoots), maxUnpackedSize.toBytes()).with(remote.rules());
    }

    /** Refuses a folder outside the output roots. */
    public void requireOutput(Path folder) {
        new PathRoots(outputRoots).require(folder, "mongohaul.import.output-roots");
    }
}
