package dev.mongohaul.infer;

/**
 * Lines that an import leaves out.
 *
 * @param comment beginning of the lines between records; empty for none
 * @param skipLines lines above the table
 */
record OmittedLines(String comment, int skipLines) {}
