/** The command line of the program. Entry is {@link dev.mongohaul.cli.MongohaulCommand}. */
@NullMarked
package dev.mongohaul.cli;

import org.jspecify.annotations.NullMarked;
