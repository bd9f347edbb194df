/**
 * Classes that records become: an {@link dev.mongohaul.mapping.entity.EntityType} is a class as Spring Data stores it. For
 * {@code mapping}, {@code writer} and {@code job}.
 */
@NullMarked
package dev.mongohaul.mapping.entity;

import org.jspecify.annotations.NullMarked;
