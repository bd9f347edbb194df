/**
 * The commands of the command line, except {@code compare}. {@link dev.mongohaul.cli.MongohaulCommand} loads them at each
 * start, so that their fields and methods name no type of Spring.
 */
@NullMarked
package dev.mongohaul.cli.command;

import org.jspecify.annotations.NullMarked;
