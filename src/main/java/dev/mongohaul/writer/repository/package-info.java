/**
 * The Spring Data repositories that writers hand objects to: those of plain documents, of entities, and the entities' own
 * with their custom fragments. For {@code writer} alone.
 */
@NullMarked
package dev.mongohaul.writer.repository;

import org.jspecify.annotations.NullMarked;
