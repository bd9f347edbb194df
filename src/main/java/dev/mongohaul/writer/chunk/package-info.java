/**
 * How a chunk is delivered, alike for all writers: the contract ({@link dev.mongohaul.writer.chunk.DocumentItemWriter}),
 * what an API's failure means for each document, and the outcome each ends with. Writers extend it.
 */
@NullMarked
package dev.mongohaul.writer.chunk;

import org.jspecify.annotations.NullMarked;
