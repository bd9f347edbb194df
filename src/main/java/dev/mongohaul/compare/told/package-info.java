/**
 * What a suite found, told: rows, sentences that are computed from them, the setting to use; as a table and as JSON. Entry is
 * {@link dev.mongohaul.compare.told.SuiteResult}; asks no server.
 */
@NullMarked
package dev.mongohaul.compare.told;

import org.jspecify.annotations.NullMarked;
