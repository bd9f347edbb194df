/**
 * The program as a user runs it: each test starts the jar as a process, in a folder and on a database of its own. Where
 * a test gives many commands, one process takes them all.
 */
@NullMarked
package dev.mongohaul.cli;

import org.jspecify.annotations.NullMarked;
