package dev.mongohaul.partition;

/**
 * Place where the inputs can be cut: a record begins there, or blank lines or comments before one.
 *
 * @param offset global
 * @param line of that place in its input, from 1
 */
public record InputCut(long offset, long line) {}
