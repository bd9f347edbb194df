package dev.mongohaul.mongo.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a detached {@code mongod} is told. Journaling and syncing stay at mongod's defaults: on.
 *
 * @param data absolute path of the data directory
 * @param log absolute path of the log file, appended to
 * @param replicaSet name of the replica set
 * @param further arguments added as they are
 */
public record MongodOptions(Path data, Path log, String replicaSet, List<String> further) {

    public MongodOptions {
        further = List.copyOf(further);
    }

    /** Listens on 127.0.0.1 alone: the server asks for no password. */
    List<String> arguments(int port) {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("--dbpath", data.toString()));
        arguments.addAll(List.of("--bind_ip", "127.0.0.1", "--port", Integer.toString(port), "--nounixsocket"));
        arguments.addAll(List.of("--replSet", replicaSet));
        arguments.addAll(List.of("--fork", "--logpath", log.toString(), "--logappend"));
        arguments.addAll(further);
        return arguments;
    }
}
