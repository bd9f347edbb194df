/** Claims of imports and partitions by a process. The lease is renewed until the claim is closed. */
@NullMarked
package dev.mongohaul.repository.claim;

import org.jspecify.annotations.NullMarked;
