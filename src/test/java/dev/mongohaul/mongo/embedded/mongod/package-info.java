/** Tests of finding and fetching a server; the found ones are small shell scripts. */
@NullMarked
package dev.mongohaul.mongo.embedded.mongod;

import org.jspecify.annotations.NullMarked;
