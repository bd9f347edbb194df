/** The program as a user runs it: each test starts the jar as a process, in a folder and on a database of its own. */
@NullMarked
package dev.mongohaul.cli;

import org.jspecify.annotations.NullMarked;
