package dev.mongohaul.mongo;

import com.mongodb.MongoInterruptedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Commands of which none needs the result of another. They are sent at the same time, each on a connection of its own, so that
 * a slow line delays them once.
 */
public final class SentTogether {

    private static final long IDLE_SECONDS = 10;

    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "commands");
                thread.setDaemon(true);
                return thread;
            });

    private SentTogether() {}

    /**
     * Returns the results of the commands, in their order. The calling thread sends the first one.
     *
     * @throws RuntimeException of the first one that failed, when all have ended
     */
    public static <T> List<T> results(List<Supplier<T>> commands) {
        List<FutureTask<T>> sent =
                commands.stream().map(command -> new FutureTask<>(command::get)).toList();
        sent.stream().skip(1).forEach(THREADS::execute);
        sent.stream().limit(1).forEach(FutureTask::run);
        List<T> results = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (FutureTask<T> command : sent) {
            try {
                results.add(command.get());
            } catch (ExecutionException e) {
                failures.add(e.getCause());
            } catch (InterruptedException e) {
                sent.forEach(other -> other.cancel(true));
                Thread.currentThread().interrupt();
                throw new MongoInterruptedException("interrupted while waiting for commands", e);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.get(0) instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException(failures.get(0));
        }
        return results;
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
