package dev.mongohaul.repository;

import org.bson.types.Binary;

/**
 * What surrounds records in the input, so that rejected ones can be handed back in a file of the same kind.
 *
 * @param bytes before the first record: byte order mark, lines passed over, header
 * @param lineEnd behind each record
 */
public record CsvHead(Binary bytes, Binary lineEnd) {}
