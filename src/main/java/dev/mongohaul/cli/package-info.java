/**
 * The commands of the command line, with the {@link dev.mongohaul.cli.Invocation} they run in, exit codes and messages of
 * failures. Entry is {@link dev.mongohaul.cli.MongohaulCommand}, which loads every command at each start, so that their
 * fields and methods name no type of Spring.
 */
@NullMarked
package dev.mongohaul.cli;

import org.jspecify.annotations.NullMarked;
