/**
 * What another Java program uses: imports by {@link dev.mongohaul.library.Imports}, and item writers for chunk steps of its
 * own by {@link dev.mongohaul.library.MongoWriters}. All other packages are internal.
 */
@NullMarked
package dev.mongohaul.library;

import org.jspecify.annotations.NullMarked;
