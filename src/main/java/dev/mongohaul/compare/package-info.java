/**
 * Settings measured against each other on the user's own server: {@link dev.mongohaul.compare.Rounds} measures
 * {@link dev.mongohaul.compare.Contender}s in turn, in databases that are thrown away. Each suite is a sub-package.
 * Imports {@code job}, {@code report} and {@code mongo}.
 */
@NullMarked
package dev.mongohaul.compare;

import org.jspecify.annotations.NullMarked;
