package dev.mongohaul.job.setting;

import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Target of a job.
 *
 * @param database null for the one of the connection string
 * @param id columns whose values are the {@code _id}, several as a sub-document in this order; empty if it is generated
 * @param clustered whether the collection is stored in the order of {@code _id}
 * @param validator of the collection, if the import creates it
 */
public record Target(
        @Nullable String database,
        String collection,
        List<String> id,
        boolean clustered,
        Validator validator,
        List<TargetIndex> indexes) {

    private static final Set<String> SERVERS_OWN = Set.of("admin", "local", "config");

    /** Collections with the history of imports, in any database. */
    private static final Pattern OWN = Pattern.compile("mongohaul_|BATCH_");

    private static final int MAX_DATABASE_BYTES = 63;
    private static final int MAX_COLLECTION_BYTES = 190;

    public Target {
        id = List.copyOf(id);
        indexes = List.copyOf(indexes);
        Rules rules = new Rules();
        if (database != null) {
            checkDatabase(rules, database);
        }
        checkCollection(rules, collection);
        rules.names(id, "id");
        checkIndexes(rules, indexes);
        rules.enforce();
    }

    /** Validator of a collection that the import creates. */
    public enum Validator {
        /** The schema of the job's documents. */
        DERIVE,
        /** None. */
        OFF
    }

    /** Returns whether a collection that the import creates gets the schema of the job's documents as its validator. */
    public boolean derivesValidator() {
        return validator == Validator.DERIVE;
    }

    /** Returns the same target with the column as its id. */
    Target withId(String column) {
        return new Target(database, collection, List.of(column), clustered, validator, indexes);
    }

    private static void checkDatabase(Rules rules, String database) {
        rules.require(
                database.matches("[^/\\\\. \"$*<>:|?\0]+") && bytes(database) <= MAX_DATABASE_BYTES,
                Printable.quoted(database) + " is not a database name: 1 to " + MAX_DATABASE_BYTES
                        + " bytes without blanks, dots, and / \\ \" $ * < > : | ?",
                "database");
        rules.require(
                !SERVERS_OWN.contains(database),
                Printable.quoted(database) + " is the server's own: admin, local and config take no imports",
                "database");
    }

    private static void checkCollection(Rules rules, String collection) {
        rules.require(
                collection.matches("[^$\0]+") && bytes(collection) <= MAX_COLLECTION_BYTES,
                Printable.quoted(collection) + " is not a collection name: 1 to " + MAX_COLLECTION_BYTES
                        + " bytes without $ and NUL",
                "collection");
        rules.require(
                !collection.startsWith("system."),
                Printable.quoted(collection) + " is the server's own: names beginning with system. take no imports",
                "collection");
        rules.require(
                !OWN.matcher(collection).lookingAt(),
                Printable.quoted(collection)
                        + " may be mongohaul's own: names beginning with mongohaul_ or BATCH_ take no imports",
                "collection");
        rules.require(
                !collection.startsWith(".") && !collection.endsWith("."),
                Printable.quoted(collection) + " begins or ends with a dot, which no collection name may",
                "collection");
    }

    private static void checkIndexes(Rules rules, List<TargetIndex> indexes) {
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < indexes.size(); i++) {
            rules.require(
                    keys.add(indexes.get(i).keys().toJson()),
                    "has the keys of an index before it",
                    "indexes",
                    "[" + i + "]",
                    "keys");
        }
    }

    private static int bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }
}
