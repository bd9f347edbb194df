/**
 * Servers started for the tests, and a proxy in front of them that gets in the way at a chosen command.
 */
@NullMarked
package dev.mongohaul.faults.server;

import org.jspecify.annotations.NullMarked;
