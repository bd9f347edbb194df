/**
 * Which columns could be {@code _id}: those whose values are never blank and never the same twice. Entry is {@link
 * dev.mongohaul.job.infer.key.KeySearch}; for {@code job.infer}.
 */
@NullMarked
package dev.mongohaul.job.infer.key;

import org.jspecify.annotations.NullMarked;
