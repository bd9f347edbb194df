/** Which operations of a chunk go to the server together. */
@NullMarked
package dev.mongohaul.writer.plan;

import org.jspecify.annotations.NullMarked;
