package dev.mongohaul.job;

/** Memory of an import, which it gives back once. */
@FunctionalInterface
public interface MemoryShare extends AutoCloseable {

    @Override
    void close();
}
