/**
 * Rejected records: kept in MongoDB by {@link dev.mongohaul.reject.RejectStore}, limited by
 * {@link dev.mongohaul.reject.RejectLimit}, sorted by {@code reason}, handed back to people by {@code export}. Imports
 * {@code csv} and {@code mongo}; imported by {@code job}, {@code report} and {@code cli}.
 */
@NullMarked
package dev.mongohaul.reject;

import org.jspecify.annotations.NullMarked;
