package dev.mongohaul.mongo;

import dev.mongohaul.mongo.MongoAddress.InvalidAddressException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out where MongoDB is: a file, else {@code MONGODB_URI}, else nowhere, which means the embedded server. */
public final class MongoAddressResolver {

    private static final String URI = "MONGODB_URI";
    private static final String REPOSITORY_URI = "MONGOHAUL_REPOSITORY_URI";

    private final Map<String, String> environment;

    public MongoAddressResolver(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * Where the data go; empty when nobody names a server.
     *
     * @param uriFile holds one connection string; wins over {@code MONGODB_URI}
     * @throws InvalidAddressException when the address cannot be used
     */
    public Optional<MongoAddress> data(@Nullable Path uriFile) {
        return uriFile == null ? named(URI) : Optional.of(MongoAddress.parse(read(uriFile), uriFile.toString()));
    }

    /**
     * Where the JobRepository and the rejects go; empty when they go where the data go.
     *
     * @throws InvalidAddressException when the address cannot be used
     */
    public Optional<MongoAddress> repository() {
        return named(REPOSITORY_URI);
    }

    /**
     * Servers beside the one where data go, {@code MONGODB_URI_<NAME>} each, in the order of their names.
     *
     * @throws InvalidAddressException when one of the addresses cannot be used
     */
    public List<MongoAddress> others() {
        return environment.keySet().stream()
                .filter(variable -> variable.startsWith(URI + "_"))
                .sorted()
                .flatMap(variable -> named(variable).stream())
                .toList();
    }

    /** A blank variable is most often a secret that did not arrive: the embedded server would be a surprise. */
    private Optional<MongoAddress> named(String variable) {
        String uri = environment.get(variable);
        if (uri == null) {
            return Optional.empty();
        }
        if (uri.isBlank()) {
            throw new InvalidAddressException(
                    variable + " is set but empty. Give it a connection string, or unset it.");
        }
        return Optional.of(MongoAddress.parse(uri, variable));
    }

    private static String read(Path file) {
        try {
            Optional<String> problem = PrivateFile.problem(file);
            if (problem.isPresent()) {
                throw new InvalidAddressException("The file " + file + ", which holds MongoDB's connection string,"
                        + " cannot be used: " + problem.get());
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new InvalidAddressException("The file " + shown(file) + "which should hold MongoDB's connection"
                    + " string, cannot be read ("
                    + (e instanceof NoSuchFileException
                            ? "it does not exist"
                            : e.getClass().getSimpleName())
                    + "). Check --mongodb-uri-file.");
        }
    }

    /** A name with an {@code @} can be a connection string that was given in place of a file. */
    private static String shown(Path file) {
        return file.toString().contains("@") ? "" : file + ", ";
    }
}
