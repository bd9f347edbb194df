/**
 * A class to import into, {@link dev.mongohaul.sample.Product}, with its Spring Data repository: what a job's
 * {@code entity} names, as a team would write its own. Imports nothing of the program; {@code compare} alone may import
 * it.
 */
@NullMarked
package dev.mongohaul.sample;

import org.jspecify.annotations.NullMarked;
