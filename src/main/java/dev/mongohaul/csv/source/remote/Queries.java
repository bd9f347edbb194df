package dev.mongohaul.csv.source.remote;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Queries of addresses, which can be signatures and are no part of the text of an address. The process keeps those that were
 * given or used last, up to a size: a refused request leaves nothing that adds up. Thread-safe.
 */
final class Queries {

    /** Longest query. */
    static final int LONGEST = 8 << 10;

    private static final int MOST_CHARACTERS = 2 << 20;

    private final Map<String, String> queries = new LinkedHashMap<>(16, 0.75f, true);
    private int characters;

    synchronized void put(String address, String query) {
        remove(address);
        queries.put(address, query);
        characters += address.length() + query.length();
        while (characters > MOST_CHARACTERS) {
            remove(queries.keySet().iterator().next());
        }
    }

    private void remove(String address) {
        String query = queries.remove(address);
        if (query != null) {
            characters -= address.length() + query.length();
        }
    }

    /** Returns the query that was given last; empty if there is none. */
    synchronized String of(String address) {
        return queries.getOrDefault(address, "");
    }

    synchronized int size() {
        return characters;
    }
}
