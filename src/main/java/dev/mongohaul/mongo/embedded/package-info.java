/**
 * Embedded MongoDB server: one {@code mongod} for each directory, shared by all programs that use the directory. Entry type: {@link dev.mongohaul.mongo.embedded.EmbeddedServer}.
 *
 * <p>The server is started with mongod's own {@code --fork}, so that it is neither a child of the program nor in the
 * terminal's process group. Flapdoodle's runner keeps the server as a child that ends with the program; its library
 * is used only to download a server.
 */
@NullMarked
package dev.mongohaul.mongo.embedded;

import org.jspecify.annotations.NullMarked;
