package dev.mongohaul.job.content;

import java.util.List;

/**
 * A column of a job's input, in words.
 *
 * @param name in the header
 * @param type its type's word in a job file; a date's pattern and an array's element follow it
 * @param fields paths in the document, dots between nested names; none for a dropped column
 */
public record ContentColumn(String name, String type, List<String> fields) {}
