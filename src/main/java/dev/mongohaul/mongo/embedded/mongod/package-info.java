/**
 * Finds a {@code mongod} program on this machine, or fetches one. Entry type: {@link
 * dev.mongohaul.mongo.embedded.mongod.MongodFinder}; only the embedded server imports it.
 */
@NullMarked
package dev.mongohaul.mongo.embedded.mongod;

import org.jspecify.annotations.NullMarked;
