/**
 * The program that stays: schedules and health, and in its sub-packages notices, housekeeping, pages, access and
 * metrics. Entry is {@link dev.mongohaul.serve.ServeConfiguration}.
 */
@NullMarked
package dev.mongohaul.serve;

import org.jspecify.annotations.NullMarked;
