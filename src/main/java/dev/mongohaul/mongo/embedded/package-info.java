/**
 * A MongoDB server for those who have none: one {@code mongod} per directory, shared by every program that uses the
 * directory. Entry type: {@link dev.mongohaul.mongo.embedded.EmbeddedServer}.
 *
 * <p>The server is started with mongod's own {@code --fork}, so that it is neither a child of the program nor in the
 * terminal's process group. Flapdoodle's runner keeps the server as a child that dies with the program; its library is
 * used for finding and downloading a server only.
 */
@NullMarked
package dev.mongohaul.mongo.embedded;

import org.jspecify.annotations.NullMarked;
