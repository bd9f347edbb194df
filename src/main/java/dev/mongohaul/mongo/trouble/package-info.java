/**
 * Waiting for a server in trouble, alike for all that an import does: {@link dev.mongohaul.mongo.trouble.Patience}.
 * Imported by every package that writes for an import.
 */
@NullMarked
package dev.mongohaul.mongo.trouble;

import org.jspecify.annotations.NullMarked;
