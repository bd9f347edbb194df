/**
 * Stored state of imports: one {@link dev.mongohaul.repository.ImportPlan} document per import with its partitions and
 * lease. Spring Batch's JobRepository on MongoDB is in {@code batch}. Imports only {@code
 * csv} and {@code mongo}.
 */
@NullMarked
package dev.mongohaul.repository;

import org.jspecify.annotations.NullMarked;
