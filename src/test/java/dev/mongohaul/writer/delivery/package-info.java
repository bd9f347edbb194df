/**
 * The tests of {@code writer}. What every writer must hold to is written once, in the interfaces that {@link
 * dev.mongohaul.writer.ItemWriterContract} puts together; each writer's test extends that.
 */
@NullMarked
package dev.mongohaul.writer.delivery;

import org.jspecify.annotations.NullMarked;
