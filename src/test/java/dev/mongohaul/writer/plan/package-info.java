@NullMarked
package dev.mongohaul.writer.plan;

import org.jspecify.annotations.NullMarked;
