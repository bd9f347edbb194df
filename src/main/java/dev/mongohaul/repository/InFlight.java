package dev.mongohaul.repository;

import java.util.List;
import java.util.Map;

/**
 * What is known of records before they are sent, saved first: a try that finds it sends the same records again, and cannot
 * look it up any more.
 *
 * @param to offset behind the last of them
 * @param notes offsets of those of which more is known than that nothing stands in their way, by what is known
 */
public record InFlight(long to, Map<String, List<Long>> notes) {}
