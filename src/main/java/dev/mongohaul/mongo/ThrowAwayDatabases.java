package dev.mongohaul.mongo;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Unique names of temporary databases, each dropped after use. A name contains its creation time, which identifies the
 * leftovers of a killed process; it has at most 38 bytes, the limit of hosted servers. Not thread-safe.
 */
public final class ThrowAwayDatabases implements AutoCloseable {

    private static final String PREFIX = "mongohaul_compare_";
    private static final int DIGITS = 8;
    private static final int RADIX = 36;
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{" + DIGITS + "}_([0-9a-z]{6})_[0-9]{1,9}");

    private final Consumer<String> dropping;
    private final String prefix;
    private final Set<String> made = new LinkedHashSet<>();
    private int count;

    /** @param dropping drops a database on its server */
    public ThrowAwayDatabases(Consumer<String> dropping) {
        this(dropping, newPrefix());
    }

    /** @param prefix of all names, from {@link #newPrefix}: for a process whose parent drops its leftovers */
    public ThrowAwayDatabases(Consumer<String> dropping, String prefix) {
        this.dropping = dropping;
        this.prefix = prefix;
    }

    /** Returns a prefix that no database has yet. */
    public static String newPrefix() {
        return PREFIX + UUID.randomUUID().toString().replace("-", "").substring(0, DIGITS) + "_";
    }

    /** Returns the creation time of a name; empty if the name is not temporary, or of a version without the time. */
    public static Optional<Instant> timeOf(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? Optional.of(Instant.ofEpochSecond(Long.parseLong(matcher.group(1), RADIX)))
                : Optional.empty();
    }

    /** Returns the name of a database that does not exist yet. */
    public String next() {
        String time = Long.toString(Instant.now().getEpochSecond(), RADIX);
        String name = prefix + time + "_" + ++count;
        made.add(name);
        return name;
    }

    public void drop(String name) {
        dropping.accept(name);
        made.remove(name);
    }

    /** Drops the remaining databases. */
    @Override
    public void close() {
        Set.copyOf(made).forEach(this::drop);
    }
}
