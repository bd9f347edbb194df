package dev.mongohaul.job.setting;

import org.springframework.util.unit.DataSize;

/**
 * Numbers of documents that are sent at once.
 *
 * @param buffer documents; other writers than {@code reactive-buffered} do not look at it
 */
record Chunks(int chunkSize, DataSize chunkBytes, int buffer) {}
