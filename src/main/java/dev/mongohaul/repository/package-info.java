/**
 * What is remembered of imports: plan, partitions and lease of each, one {@link dev.mongohaul.repository.ImportPlan}
 * document per import. Spring Batch's own JobRepository on MongoDB is in {@code batch}. Imports {@code mongo} alone.
 */
@NullMarked
package dev.mongohaul.repository;

import org.jspecify.annotations.NullMarked;
