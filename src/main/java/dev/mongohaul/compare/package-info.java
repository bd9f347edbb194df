/**
 * Settings measured against each other on the user's own server: {@link dev.mongohaul.compare.Rounds} measures
 * {@link dev.mongohaul.compare.Contender}s in turn, in databases that are thrown away. The limit is one sub-package; suites,
 * which are files, are {@code suite}, {@code input}, {@code cell}, {@code measure} and {@code told}, in the order of their way.
 * Imports {@code job}, {@code report}, {@code mongo}, {@code generate} and {@code sample}.
 */
@NullMarked
package dev.mongohaul.compare;

import org.jspecify.annotations.NullMarked;
