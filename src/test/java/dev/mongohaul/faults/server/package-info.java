/**
 * Servers started for the tests, which can be killed, paused, and made to elect another primary.
 */
@NullMarked
package dev.mongohaul.faults.server;

import org.jspecify.annotations.NullMarked;
