package dev.mongohaul.repository;

import java.time.Instant;

/**
 * An input as it was when its import was planned.
 *
 * @param path as given, absolute; {@code -} is standard input
 * @param size bytes as they lie, compressed where the file is; -1 where unknown
 * @param modified when the file was last changed; the epoch where unknown
 * @param base offset of its first byte among all inputs
 */
public record PlannedInput(String path, long size, Instant modified, long base) {}
