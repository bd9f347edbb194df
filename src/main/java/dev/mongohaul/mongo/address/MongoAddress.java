package dev.mongohaul.mongo.address;

import com.mongodb.ConnectionString;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    private static final Pattern SCHEME = Pattern.compile("^(?!mongodb(?:\\+srv)?:)[A-Za-z][A-Za-z0-9+.-]{0,19}://");

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
        UriOptions.problem(uri).ifPresent(problem -> {
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
            throw new InvalidAddressException(invalid(uri, source, String.valueOf(e.getMessage())));
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
    public boolean hasLogin() {
        return connectionString.getCredential() != null;
    }

    /** Returns where the server looks up the user, and why if nothing of the connection string says so; empty without a login. */
    public String placeOfUser() {
        MongoCredential login = connectionString.getCredential();
        if (login == null) {
            return "";
        }
        // A certificate's user is in $external, and the DNS may name the database of mongodb+srv.
        boolean said = connectionString.getDatabase() != null
                || !login.getSource().equals("admin")
                || connectionString.isSrvProtocol()
                || connectionString
                        .getConnectionString()
                        .toLowerCase(Locale.ROOT)
                        .contains("authsource=");
        return "the user was looked up in the database " + login.getSource()
                + (said ? "" : ", since the connection string names no database and no authSource");
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

    /** Returns warnings about options of this address that have no effect, one sentence each. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        Object w = writeConcern().getWObject();
        boolean weak = Boolean.FALSE.equals(writeConcern().getJournal());
        if (weak || (w != null && !w.equals("majority"))) {
            warnings.add(
                    description() + ": " + (weak ? "journal=false" : "w=" + w) + " has no effect. Documents are written"
                            + " with write.write-concern, which is majority unless a job changes it, and the history with majority.");
        }
        ReadPreference readPreference = connectionString.getReadPreference();
        if (readPreference != null && !readPreference.equals(ReadPreference.primary())) {
            warnings.add(description() + ": readPreference=" + readPreference.getName()
                    + " has no effect. Everything is read from the primary.");
        }
        return List.copyOf(warnings);
    }

    /** Package-private, because its text contains the password. */
    public ConnectionString connectionString() {
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
        Matcher scheme = SCHEME.matcher(uri.strip());
        if (scheme.find()) {
            return source + " begins with " + scheme.group() + ", which is not MongoDB's. " + advice;
        }
        boolean withoutPassword = HOSTS_ONLY.matcher(uri.strip()).matches()
                && !uri.toLowerCase(Locale.ROOT).contains("password");
        String why = withoutPassword ? ": " + reason.replaceFirst("[ .]+$", "") : "";
        return source + " is not a valid connection string" + why + ". " + advice;
    }
}
