package dev.mongohaul.mapping.origin;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a field says about where its record comes from. It is the same in every run of an import. */
public enum RecordOrigin {
    /** The file's name without its folder. */
    FILE("string"),
    /** The file's absolute path. */
    PATH("string"),
    /** The line of the file on which the record begins, from 1. */
    LINE("long"),
    /** The import's number. */
    IMPORT("long"),
    /** The start of the import's first run. */
    LOADED_AT("date");

    private final String bsonType;

    RecordOrigin(String bsonType) {
        this.bsonType = bsonType;
    }

    /** Returns the origin with this name in a job file; empty for another value. */
    public static Optional<RecordOrigin> named(@Nullable Object word) {
        return Arrays.stream(values())
                .filter(origin -> origin.word().equals(word))
                .findFirst();
    }

    /** Returns all names, for messages. */
    public static String words() {
        return Arrays.stream(values()).map(RecordOrigin::word).collect(Collectors.joining(", "));
    }

    /** Returns the name in a job file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the type of its values, as {@code $jsonSchema} names it. */
    public String bsonType() {
        return bsonType;
    }

    /** Returns whether it differs between two imports of the same file. */
    public boolean isOfImport() {
        return this == IMPORT || this == LOADED_AT;
    }
}
