package dev.mongohaul.repository.partition;

import org.jspecify.annotations.Nullable;

/**
 * Unfinished partition without an owner, or with one whose time has ended.
 *
 * @param expired whether it has an owner, whose time has ended
 * @param attempts claims since its last progress
 * @param fatal whether the last owner found that the import cannot succeed
 * @param worker its last owner; null if it never had one
 * @param failure why the last owner gave it back; null if none did
 */
public record WaitingPartition(
        long from,
        long to,
        boolean expired,
        int attempts,
        boolean fatal,
        @Nullable String worker,
        @Nullable String failure) {}
