/**
 * The surroundings of a command: its {@link dev.mongohaul.cli.console.Invocation}, standard output and error, exit codes,
 * and the messages of failures.
 */
@NullMarked
package dev.mongohaul.cli.console;

import org.jspecify.annotations.NullMarked;
