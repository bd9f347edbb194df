/** Tests of the embedded server with real processes. */
@NullMarked
package dev.mongohaul.mongo.embedded;

import org.jspecify.annotations.NullMarked;
