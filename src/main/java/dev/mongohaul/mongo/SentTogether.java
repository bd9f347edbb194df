package dev.mongohaul.mongo;

import com.mongodb.MongoInterruptedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Commands of which none needs the result of another. They are sent at the same time, each on a connection of its own, so that
 * a slow line delays them once.
 */
public final class SentTogether {

    private static final int MOST = 8;

    private SentTogether() {}

    /**
     * Returns the results of the commands, in their order.
     *
     * @throws RuntimeException of the first one that failed, when all have ended
     */
    public static <T> List<T> results(List<Supplier<T>> commands) {
        if (commands.size() <= 1) {
            return commands.stream().map(Supplier::get).toList();
        }
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(MOST, commands.size()), task -> {
            Thread thread = new Thread(task, "commands");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<T> results = new ArrayList<>();
            List<Callable<T>> tasks =
                    commands.stream().<Callable<T>>map(command -> command::get).toList();
            for (Future<T> sent : threads.invokeAll(tasks)) {
                results.add(sent.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MongoInterruptedException("interrupted while waiting for commands", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** As {@link #results}, for commands without a result. */
    public static void run(Runnable... commands) {
        result(() -> true, commands);
    }

    /** As {@link #results}, for a command with a result and others without one. */
    public static <T> T result(Supplier<T> command, Runnable... others) {
        List<Supplier<Optional<T>>> commands = new ArrayList<>();
        commands.add(() -> Optional.of(command.get()));
        for (Runnable other : others) {
            commands.add(() -> {
                other.run();
                return Optional.empty();
            });
        }
        return results(commands).get(0).orElseThrow();
    }
}
