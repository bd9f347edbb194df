package dev.mongohaul.compare;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** Names of databases that nobody else has, each dropped when it has served. Not thread-safe. */
public final class ThrowAwayDatabases implements AutoCloseable {

    private static final String PREFIX = "mongohaul_compare_";
    private static final int DIGITS = 12;

    private final Consumer<String> dropping;
    private final String prefix;
    private final Set<String> made = new LinkedHashSet<>();
    private int count;

    /** @param dropping drops a database wherever it may be */
    public ThrowAwayDatabases(Consumer<String> dropping) {
        this(dropping, newPrefix());
    }

    /** @param prefix of all names, from {@link #newPrefix}: for a process whose parent drops what it leaves */
    public ThrowAwayDatabases(Consumer<String> dropping, String prefix) {
        this.dropping = dropping;
        this.prefix = prefix;
    }

    /** What no database's name begins with yet. */
    public static String newPrefix() {
        return PREFIX + UUID.randomUUID().toString().replace("-", "").substring(0, DIGITS) + "_";
    }

    /** The name of a database that does not exist yet. */
    public String next() {
        String name = prefix + ++count;
        made.add(name);
        return name;
    }

    public void drop(String name) {
        dropping.accept(name);
        made.remove(name);
    }

    /** Drops what is left. */
    @Override
    public void close() {
        Set.copyOf(made).forEach(this::drop);
    }
}
