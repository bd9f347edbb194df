package dev.mongohaul.mongo.address;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Resolver of the MongoDB address: a file, else {@code MONGODB_URI}, else none, which means the embedded server. */
public record MongoAddressResolver(Map<String, String> environment) {

    private static final String URI = "MONGODB_URI";
    private static final String REPOSITORY_URI = "MONGOHAUL_REPOSITORY_URI";

    /**
     * Returns the address of the data; empty if no server is named.
     *
     * @param uriFile contains one connection string; takes precedence over {@code MONGODB_URI}
     * @throws InvalidAddressException if the address is invalid
     */
    public Optional<MongoAddress> data(@Nullable Path uriFile) {
        return uriFile == null ? named(URI) : Optional.of(MongoAddress.parse(read(uriFile), uriFile.toString()));
    }

    /**
     * Returns the address of the JobRepository and the rejects; empty if they are stored with the data.
     *
     * @throws InvalidAddressException if the address is invalid
     */
    public Optional<MongoAddress> repository() {
        return named(REPOSITORY_URI);
    }

    /**
     * Returns the addresses of further servers, {@code MONGODB_URI_<NAME>} each, in the order of their names.
     *
     * @throws InvalidAddressException if one of the addresses is invalid
     */
    public List<MongoAddress> others() {
        return environment.keySet().stream()
                .filter(variable -> variable.startsWith(URI + "_"))
                .sorted()
                .flatMap(variable -> named(variable).stream())
                .toList();
    }

    /** Refuses a blank variable, which is usually a missing secret, instead of using the embedded server. */
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

    /** Hides a name with an {@code @}, which can be a connection string that was given in place of a file. */
    private static String shown(Path file) {
        return file.toString().contains("@") ? "" : file + ", ";
    }
}
