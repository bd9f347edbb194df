/** Settings of the mapping: fields, types and their options. */
@NullMarked
package dev.mongohaul.mapping.spec;

import org.jspecify.annotations.NullMarked;
