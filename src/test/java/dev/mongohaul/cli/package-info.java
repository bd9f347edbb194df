/**
 * Tests of the program as a user runs it, with a folder and a database for each test. Commands run in the process of
 * the tests; the jar is started as a process only where the process is what is tested, and by comparisons.
 */
@NullMarked
package dev.mongohaul.cli;

import org.jspecify.annotations.NullMarked;
