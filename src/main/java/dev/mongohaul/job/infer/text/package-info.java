/**
 * YAML as people write it: comments side by side, and quotes only where they are needed. For {@code job.infer}; imports
 * nothing of the program.
 */
@NullMarked
package dev.mongohaul.job.infer.text;

import org.jspecify.annotations.NullMarked;
