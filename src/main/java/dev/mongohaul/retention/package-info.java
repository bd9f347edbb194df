/**
 * Retention: removal of old imports with their rejects and slots. Entries are {@link
 * dev.mongohaul.retention.Housekeeping} and {@link dev.mongohaul.retention.Pruner}.
 */
@NullMarked
package dev.mongohaul.retention;

import org.jspecify.annotations.NullMarked;
