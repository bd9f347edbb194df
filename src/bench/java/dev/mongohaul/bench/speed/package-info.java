/** Tables of docs/speed.md: imports as whole processes, in turn with other programs. */
@NullMarked
package dev.mongohaul.bench.speed;

import org.jspecify.annotations.NullMarked;
