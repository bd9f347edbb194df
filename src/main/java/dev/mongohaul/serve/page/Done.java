package dev.mongohaul.serve.page;

import java.util.OptionalLong;

/**
 * What was done on a page.
 *
 * @param told for people
 * @param importNumber of the import whose page shows more of it; empty where that of the page does
 */
record Done(String told, OptionalLong importNumber) {

    static Done of(String told) {
        return new Done(told, OptionalLong.empty());
    }
}
