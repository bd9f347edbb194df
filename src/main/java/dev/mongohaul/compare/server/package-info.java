/** Servers that cases are measured on, and connections to them: with added latency, or with a count of the commands. */
@NullMarked
package dev.mongohaul.compare.server;

import org.jspecify.annotations.NullMarked;
