package dev.mongohaul.job.file;

import dev.mongohaul.text.Quoted;
import dev.mongohaul.text.Rules;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a job puts what it read.
 *
 * @param database null: the one that the server's address names
 * @param id columns whose values are the {@code _id}, several as a sub-document in this order; empty: generated
 */
public record Target(@Nullable String database, String collection, List<String> id, List<TargetIndex> indexes) {

    private static final Set<String> SERVERS_OWN = Set.of("admin", "local", "config");

    /** What is remembered of imports, in any database. */
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

    private static void checkDatabase(Rules rules, String database) {
        rules.require(
                database.matches("[^/\\\\. \"$*<>:|?\0]+") && bytes(database) <= MAX_DATABASE_BYTES,
                Quoted.text(database) + " is not a database name: 1 to " + MAX_DATABASE_BYTES
                        + " bytes without blanks, dots, and / \\ \" $ * < > : | ?",
                "database");
        rules.require(
                !SERVERS_OWN.contains(database),
                Quoted.text(database) + " is the server's own: admin, local and config take no imports",
                "database");
    }

    private static void checkCollection(Rules rules, String collection) {
        rules.require(
                collection.matches("[^$\0]+") && bytes(collection) <= MAX_COLLECTION_BYTES,
                Quoted.text(collection) + " is not a collection name: 1 to " + MAX_COLLECTION_BYTES
                        + " bytes without $ and NUL",
                "collection");
        rules.require(
                !collection.startsWith("system."),
                Quoted.text(collection) + " is the server's own: names beginning with system. take no imports",
                "collection");
        rules.require(
                !OWN.matcher(collection).lookingAt(),
                Quoted.text(collection)
                        + " may be mongohaul's own: names beginning with mongohaul_ or BATCH_ take no imports",
                "collection");
        rules.require(
                !collection.startsWith(".") && !collection.endsWith("."),
                Quoted.text(collection) + " begins or ends with a dot, which no collection name may",
                "collection");
    }

    private static void checkIndexes(Rules rules, List<TargetIndex> indexes) {
        Set<String> keys = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < indexes.size(); i++) {
            TargetIndex index = indexes.get(i);
            String position = "[" + i + "]";
            rules.require(
                    keys.add(index.keys().toJson()), "has the keys of an index before it", "indexes", position, "keys");
            rules.require(
                    index.name() == null || names.add(index.name()),
                    Quoted.text(String.valueOf(index.name())) + " is the name of an index before it",
                    "indexes",
                    position,
                    "name");
        }
    }

    private static int bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }
}
