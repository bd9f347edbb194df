/**
 * Rejects by their reasons: sorted as they come by {@link dev.mongohaul.reject.reason.RejectGroups}, and by the server
 * where they are kept, by {@link dev.mongohaul.reject.reason.StoredReasons}.
 */
@NullMarked
package dev.mongohaul.reject.reason;

import org.jspecify.annotations.NullMarked;
