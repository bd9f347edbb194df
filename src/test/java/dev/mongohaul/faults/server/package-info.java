/**
 * Servers that the tests start, kill, pause, and make elect another primary.
 */
@NullMarked
package dev.mongohaul.faults.server;

import org.jspecify.annotations.NullMarked;
