/**
 * The right to write: leases with an expiry, and their clock. {@link dev.mongohaul.repository.lease.WriteRight} is
 * what holders check before a change.
 */
@NullMarked
package dev.mongohaul.repository.lease;

import org.jspecify.annotations.NullMarked;
