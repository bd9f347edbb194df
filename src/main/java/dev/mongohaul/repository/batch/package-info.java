/**
 * Spring Batch's JobRepository on MongoDB, standalone servers included. Entry is {@link
 * dev.mongohaul.repository.batch.BatchRepository}.
 */
@NullMarked
package dev.mongohaul.repository.batch;

import org.jspecify.annotations.NullMarked;
