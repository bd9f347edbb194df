/** What the program prints: terminal, formats, progress, summary, exit codes. */
@NullMarked
package dev.mongohaul.cli.output;

import org.jspecify.annotations.NullMarked;
