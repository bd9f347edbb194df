/** The tests of {@code mongo.trouble}. */
@NullMarked
package dev.mongohaul.mongo.trouble;

import org.jspecify.annotations.NullMarked;
