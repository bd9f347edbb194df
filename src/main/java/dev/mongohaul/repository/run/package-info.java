/**
 * Runs of imports, as Spring Batch stores them and as reports need them. Entry is {@link
 * dev.mongohaul.repository.run.Runs}.
 */
@NullMarked
package dev.mongohaul.repository.run;

import org.jspecify.annotations.NullMarked;
