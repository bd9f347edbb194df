/** Sinks of values: BSON bytes, or a tree of objects. */
@NullMarked
package dev.mongohaul.mapping.sink;

import org.jspecify.annotations.NullMarked;
