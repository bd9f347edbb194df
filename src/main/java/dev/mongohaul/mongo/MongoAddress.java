package dev.mongohaul.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import dev.mongohaul.mongo.MongoAddress.InvalidAddressException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Address of MongoDB: a connection string, which may contain a password, and the database. Its text shows the hosts and the
 * database only. Immutable.
 */
public final class MongoAddress {

    public static final String DEFAULT_DATABASE = "mongohaul";

    /**
     * A {@code /} or {@code ?} ahead of an {@code @}: the driver ends the hosts there, and would take a part of such a
     * password for the host or the database.
     */
    private static final Pattern UNENCODED = Pattern.compile("^\\s*[^:@]*://[^/?]*[/?].*@", Pattern.DOTALL);

    private static final Pattern HOSTS_ONLY =
            Pattern.compile("mongodb(\\+srv)?://[^:/?]*(:\\d{1,5}(,[^:/?]*)?)*([/?].*)?");

    private final ConnectionString connectionString;
    private final String database;

    private MongoAddress(ConnectionString connectionString, String database) {
        this.connectionString = connectionString;
        this.database = database;
    }

    /**
     * Parses a connection string. Looks up the DNS records of a {@code mongodb+srv} one.
     *
     * @param source name of the connection string in messages, for example {@code MONGODB_URI}
     * @throws InvalidAddressException if it is invalid or requests unacknowledged writes
     */
    public static MongoAddress parse(String uri, String source) {
        if (UNENCODED.matcher(uri).find()) {
            throw new InvalidAddressException(invalid(uri, source, ""));
        }
        UriOptions.unknown(uri).ifPresent(problem -> {
            throw new InvalidAddressException(source + " " + problem);
        });
        try {
            ConnectionString parsed = new ConnectionString(uri.strip());
            String named = parsed.getDatabase();
            MongoAddress address = new MongoAddress(parsed, named == null ? DEFAULT_DATABASE : named);
            if (!address.writeConcern().isAcknowledged()) {
                throw new InvalidAddressException(source + " says w=0: MongoDB would not report a document that it"
                        + " refuses or loses. Remove w=0, or say w=majority.");
            }
            return address;
        } catch (IllegalArgumentException | MongoException e) {
            throw new InvalidAddressException(invalid(uri, source, ": " + e.getMessage()));
        }
    }

    /** Returns the database of the connection string, else {@value #DEFAULT_DATABASE}. */
    public String database() {
        return database;
    }

    /** Returns the same server with another database. */
    public MongoAddress withDatabase(String other) {
        return new MongoAddress(connectionString, other);
    }

    /** Returns each {@code host:port}, or the DNS name of a {@code mongodb+srv} address. */
    public List<String> hosts() {
        return List.copyOf(connectionString.getHosts());
    }

    /** Returns whether the address contains a password, and must not appear on a command line, where {@code ps} shows it. */
    public boolean hasPassword() {
        return connectionString.getPassword() != null || connectionString.getProxyPassword() != null;
    }

    /** Returns whether connections use TLS, whose certificate names the host. */
    public boolean isEncrypted() {
        return Boolean.TRUE.equals(connectionString.getSslEnabled());
    }

    /** Returns whether connections log in, by a password or another mechanism. */
    boolean hasLogin() {
        return connectionString.getCredential() != null;
    }

    /** Returns whether connections need a login or TLS. */
    public boolean isGuarded() {
        return hasLogin() || isEncrypted();
    }

    /**
     * Returns the connection string with another database, for another program.
     *
     * @throws IllegalStateException if it contains a login, which no other program may receive
     */
    public String uriOf(String otherDatabase) {
        if (hasLogin() || hasPassword()) {
            throw new IllegalStateException("the address of " + description() + " has a login");
        }
        return connectionString.getConnectionString().replaceFirst("^([^:]+://[^/?]+)(/[^?]*)?", "$1/" + otherDatabase);
    }

    /** Returns hosts and database, for logs and reports: never a user, a password or an option. */
    public String description() {
        return String.join(",", hosts()) + "/" + database;
    }

    /** Returns warnings about options of this address that can lose documents, one sentence each. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (Integer.valueOf(1).equals(writeConcern().getWObject())) {
            warnings.add(description() + " is written with w=1: documents that only the primary has are lost when it"
                    + " fails before they are replicated, though they were counted as written.");
        }
        if (Boolean.FALSE.equals(writeConcern().getJournal())) {
            warnings.add(description() + " is written with journal=false: documents that were counted as written can be"
                    + " lost when the server crashes.");
        }
        ReadPreference readPreference = connectionString.getReadPreference();
        if (readPreference != null && !readPreference.equals(ReadPreference.primary())) {
            warnings.add(description() + " is read with readPreference=" + readPreference.getName() + ": a secondary"
                    + " may not have what was just written, so that counts and comparisons can be out of date.");
        }
        return List.copyOf(warnings);
    }

    /** Package-private, because its text contains the password. */
    ConnectionString connectionString() {
        return connectionString;
    }

    @Override
    public String toString() {
        return description();
    }

    private WriteConcern writeConcern() {
        WriteConcern named = connectionString.getWriteConcern();
        return named == null ? WriteConcern.MAJORITY : named;
    }

    /** Omits the driver's message if the text may contain a password: the driver quotes what it cannot parse. */
    private static String invalid(String uri, String source, String reason) {
        String advice = "mongodb://host:27017/database or mongodb+srv://host/database is expected.";
        if (uri.contains("@")) {
            return source + " is not a valid connection string. In user and password, characters such as : / ? # @ %"
                    + " must be percent-encoded. " + advice;
        }
        boolean withoutPassword = HOSTS_ONLY.matcher(uri.strip()).matches()
                && !uri.toLowerCase(Locale.ROOT).contains("password");
        return source + " is not a valid connection string" + (withoutPassword ? reason : "") + ". " + advice;
    }

    /** A MongoDB address is invalid; the message never contains a part of the address that could be secret. */
    public static final class InvalidAddressException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        InvalidAddressException(String message) {
            super(message);
        }
    }

    /** Detector of connection strings with a password in command-line arguments. Loads no class of the driver. */
    public static final class UriPassword {

        private static final Pattern URI_WITH_PASSWORD = Pattern.compile("mongodb(\\+srv)?:/+[^\\s:]*:\\S*@");

        private UriPassword() {}

        public static boolean isIn(String text) {
            return URI_WITH_PASSWORD.matcher(text).find();
        }
    }

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
}
