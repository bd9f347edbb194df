/**
 * Where MongoDB is and what it is: addresses, client settings, server facts, and the closed list of server-state
 * codes. Entry type: {@link dev.mongohaul.mongo.MongoAddress}. Imports no other package; every package that talks to
 * MongoDB may import it, and {@code serve}, whose users file follows the same rule as a connection string.
 */
@NullMarked
package dev.mongohaul.mongo;

import org.jspecify.annotations.NullMarked;
