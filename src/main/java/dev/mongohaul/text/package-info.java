/**
 * Escaping, shortening and wording of text for messages, tables of text, and files that are read or written as a whole.
 * Any package may import it; it imports none.
 */
@NullMarked
package dev.mongohaul.text;

import org.jspecify.annotations.NullMarked;
