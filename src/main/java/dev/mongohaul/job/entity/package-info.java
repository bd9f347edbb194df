/**
 * Finds the classes that job files name as entities, in the application or in {@code MONGOHAUL_CLASSPATH}. Entry type
 * is {@link dev.mongohaul.job.entity.Entities}; for {@code job} alone.
 */
@NullMarked
package dev.mongohaul.job.entity;

import org.jspecify.annotations.NullMarked;
