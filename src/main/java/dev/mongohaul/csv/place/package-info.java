/**
 * Places of objects: what lies there, and its move or deletion after an import; entry is {@link
 * dev.mongohaul.csv.place.ObjectPlace}. Imports nothing.
 */
@NullMarked
package dev.mongohaul.csv.place;

import org.jspecify.annotations.NullMarked;
