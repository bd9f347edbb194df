/** The tests of {@code mongo}, and the server that the tests of all packages use: {@link dev.mongohaul.mongo.TestServer}. */
@NullMarked
package dev.mongohaul.mongo;

import org.jspecify.annotations.NullMarked;
