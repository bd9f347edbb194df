package dev.mongohaul.job;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.remote.Network;
import dev.mongohaul.csv.source.remote.RemoteRules;
import dev.mongohaul.csv.source.remote.TransferProgress;
import java.nio.file.Path;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Limits of what is fetched from other machines.
 *
 * @param sources beginnings of the addresses that may be fetched; none: any address for commands, and no one for serve
 * @param networks private ones that connections may go to, where sources are limited
 * @param maxSize the largest object
 * @param copyDirectory folder of the local copies
 */
public record RemoteProperties(
        @DefaultValue List<String> sources,
        @DefaultValue List<String> networks,
        @DefaultValue("1TB") DataSize maxSize,
        @DefaultValue(".mongohaul/copies") Path copyDirectory) {

    /** Any object that has a size. */
    public static final RemoteProperties ANY =
            new RemoteProperties(List.of(), List.of(), DataSize.ofTerabytes(1), RemoteRules.COPIES);

    private static final String NAME = "mongohaul.import.remote.";

    public RemoteProperties {
        sources = List.copyOf(sources);
        networks = List.copyOf(networks);
        if (maxSize.toBytes() < 1) {
            throw new InvalidConfigurationPropertyValueException(NAME + "max-size", maxSize, "must be 1B or more.");
        }
        try {
            networks.forEach(Network::of);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationPropertyValueException(NAME + "networks", networks, e.getMessage());
        }
        try {
            RemoteRules.requireBeginnings(sources);
        } catch (InputException e) {
            throw new InvalidConfigurationPropertyValueException(NAME + "sources", sources, e.getMessage());
        }
    }

    /** Returns the rules for objects on other machines. */
    RemoteRules rules() {
        return new RemoteRules(
                sources.isEmpty() ? null : sources,
                networks.stream().map(Network::of).toList(),
                NAME + "sources",
                maxSize.toBytes(),
                copyDirectory,
                TransferProgress.NONE);
    }
}
