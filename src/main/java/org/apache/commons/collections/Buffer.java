package org.apache.commons.collections;

import java.util.Collection;

/**
 * Type of a field of Apache Artemis, which is null unless the environment variable
 * {@code ARTEMIS_OPCONTEXT_MAX_DEBUG_TRACKERS} is set.
 */
public interface Buffer extends Collection<Object> {}
