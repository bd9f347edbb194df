package dev.mongohaul.partition;

/**
 * A place where the inputs can be cut: a record begins there, or blank lines or comments in front of one.
 *
 * @param offset global
 * @param line of that place in its input, from 1
 */
public record Cut(long offset, long line) {}
