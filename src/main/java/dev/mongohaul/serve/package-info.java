/** The program that stays: schedules. Entry is {@link dev.mongohaul.serve.Schedules}. */
@NullMarked
package dev.mongohaul.serve;

import org.jspecify.annotations.NullMarked;
