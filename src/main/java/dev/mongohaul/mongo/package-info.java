/**
 * MongoDB clients: addresses, client settings, server facts, transient errors and retries. Entry types: {@link
 * dev.mongohaul.mongo.MongoAddress}, {@link dev.mongohaul.mongo.MongoConnection}. Imports {@code text} only; every package that talks to
 * MongoDB may import it, and {@code serve}, whose users file follows the same rule as a connection string.
 */
@NullMarked
package dev.mongohaul.mongo;

import org.jspecify.annotations.NullMarked;
