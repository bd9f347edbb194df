package dev.mongohaul.repository.partition;

import java.util.List;
import java.util.Map;

/**
 * Pre-check results of records, saved before the records are sent. A later run that finds them sends the same
 * records again and cannot check again.
 *
 * @param to offset after the last of the records
 * @param notes offsets of records by expected outcome, as far as it is known
 */
public record InFlight(long to, Map<String, List<Long>> notes) {}
