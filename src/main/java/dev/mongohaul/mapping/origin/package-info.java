/** Origins of records, as values of fields. */
@NullMarked
package dev.mongohaul.mapping.origin;

import org.jspecify.annotations.NullMarked;
