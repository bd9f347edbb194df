/**
 * What all commands share with the person at the console: standard output and error, exit codes, and how a failure is
 * told. Entry is {@link dev.mongohaul.cli.console.ExitCode}; imported by all of {@code cli}.
 */
@NullMarked
package dev.mongohaul.cli.console;

import org.jspecify.annotations.NullMarked;
