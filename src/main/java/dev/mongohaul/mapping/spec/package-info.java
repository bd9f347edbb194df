/**
 * What a mapping shall do, as immutable records whose constructors refuse what can never work. Imports nothing;
 * {@code job} makes a {@link dev.mongohaul.mapping.spec.MappingSpec} of a job file.
 */
@NullMarked
package dev.mongohaul.mapping.spec;

import org.jspecify.annotations.NullMarked;
