/**
 * Sessions in which changes are guarded. Entries are {@link dev.mongohaul.mongo.session.WriteSessions} and {@link
 * dev.mongohaul.mongo.session.FormerSessions}.
 */
@NullMarked
package dev.mongohaul.mongo.session;

import org.jspecify.annotations.NullMarked;
