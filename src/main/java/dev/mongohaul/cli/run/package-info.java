/**
 * Commands that need MongoDB: the connection, an import with its progress, signals and summary. Entries are
 * {@link dev.mongohaul.cli.run.Session} and {@link dev.mongohaul.cli.run.ImportRunner}; {@code command} imports it.
 */
@NullMarked
package dev.mongohaul.cli.run;

import org.jspecify.annotations.NullMarked;
