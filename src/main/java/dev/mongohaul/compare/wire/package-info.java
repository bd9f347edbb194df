/**
 * Insert messages of MongoDB's wire protocol, made beforehand and sent over bare sockets: what a server can take from
 * whoever has nothing else to do. Entries are {@link dev.mongohaul.compare.wire.DocumentFile} and
 * {@link dev.mongohaul.compare.wire.BareInsert}.
 */
@NullMarked
package dev.mongohaul.compare.wire;

import org.jspecify.annotations.NullMarked;
