/**
 * The program that stays: schedules, notices, housekeeping and health. Entry is
 * {@link dev.mongohaul.serve.ServeConfiguration}.
 */
@NullMarked
package dev.mongohaul.serve;

import org.jspecify.annotations.NullMarked;
