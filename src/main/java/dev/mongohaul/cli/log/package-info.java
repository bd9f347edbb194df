/** The log on standard error, as text or as JSON. Logback finds {@link dev.mongohaul.cli.log.ConsoleLog}. */
@NullMarked
package dev.mongohaul.cli.log;

import org.jspecify.annotations.NullMarked;
