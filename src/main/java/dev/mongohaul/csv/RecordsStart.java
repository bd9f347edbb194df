package dev.mongohaul.csv;

import java.nio.charset.Charset;

/**
 * Beginning of an input's records.
 *
 * @param offset global, just after the header's line end
 * @param line of that place, from 1
 * @param charset that the input is in
 */
public record RecordsStart(long offset, long line, Charset charset) {}
