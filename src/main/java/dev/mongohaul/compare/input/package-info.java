/**
 * What cells read: products that are generated, or the input of a job of the user's. Entry is
 * {@link dev.mongohaul.compare.input.CellJobs}; imports {@code generate}.
 */
@NullMarked
package dev.mongohaul.compare.input;

import org.jspecify.annotations.NullMarked;
