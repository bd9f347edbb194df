/** The tests of {@code writer.send}. */
@NullMarked
package dev.mongohaul.writer.send;

import org.jspecify.annotations.NullMarked;
