/** Where documents are written to and how: settings, the target collection, filters of replacements. */
@NullMarked
package dev.mongohaul.writer.target;

import org.jspecify.annotations.NullMarked;
