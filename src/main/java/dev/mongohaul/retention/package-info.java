/**
 * Removes old imports with their rejects and slots, as {@code retention} of their jobs says. Entries are
 * {@link dev.mongohaul.retention.Housekeeping} and {@link dev.mongohaul.retention.Pruner}.
 */
@NullMarked
package dev.mongohaul.retention;

import org.jspecify.annotations.NullMarked;
