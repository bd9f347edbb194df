/** Former documents of a target, which an undo needs, and ids of its documents, which a snapshot needs. */
@NullMarked
package dev.mongohaul.repository.target;

import org.jspecify.annotations.NullMarked;
