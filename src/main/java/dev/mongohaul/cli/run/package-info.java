/**
 * What commands do that work on an input or with MongoDB: the connection, imports and checks with their progress, signals
 * and summaries. Entries are {@link dev.mongohaul.cli.run.Session}, {@link dev.mongohaul.cli.run.ImportRunner} and
 * {@link dev.mongohaul.cli.run.CheckRunner}; {@code command} imports it.
 */
@NullMarked
package dev.mongohaul.cli.run;

import org.jspecify.annotations.NullMarked;
