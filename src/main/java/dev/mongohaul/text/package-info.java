/** Escaping, shortening and wording of text for messages, and files that are written as a whole. Any package may import it; it imports none. */
@NullMarked
package dev.mongohaul.text;

import org.jspecify.annotations.NullMarked;
