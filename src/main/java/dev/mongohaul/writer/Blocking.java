package dev.mongohaul.writer;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.data.repository.CrudRepository;

/**
 * Blocking repository.
 *
 * @param bulkInsert {@code bulkInsert(Collection)} of the entity's own repository; empty if it has none
 */
record Blocking<T>(CrudRepository<T, ?> repository, Optional<Consumer<List<T>>> bulkInsert) {}
