package dev.mongohaul.repository.plan;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Verdict of a verification on the target of an import. */
public enum Verified {
    /** The verification of the import has not come to its end; the same command makes it. */
    PENDING,
    /** The target has the documents that the import has written. */
    EQUAL,
    /** It has not. */
    DIFFERENT,
    /** It cannot be known. */
    UNKNOWN;

    /** Returns the word of reports and metrics. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
