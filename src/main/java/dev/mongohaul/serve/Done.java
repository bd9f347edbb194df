package dev.mongohaul.serve;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What was done on a page.
 *
 * @param told for people; null where the page itself shows it
 * @param importNumber of the import whose page shows more of it; empty where that of the page does
 */
record Done(@Nullable String told, OptionalLong importNumber) {

    /** The page shows what became of it. */
    static final Done SHOWN = new Done(null, OptionalLong.empty());

    static Done of(String told) {
        return new Done(told, OptionalLong.empty());
    }
}
