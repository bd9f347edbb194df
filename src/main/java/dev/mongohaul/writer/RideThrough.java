package dev.mongohaul.writer;

import com.mongodb.MongoException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for a server in trouble: pauses that double from 100 ms to 2 s, until the time allowed has passed. */
final class RideThrough {

    private static final Logger LOG = LoggerFactory.getLogger(RideThrough.class);
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2000;

    private final Duration allowed;
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private long troubleSinceNanos;
    private boolean inTrouble;

    RideThrough(Duration allowed) {
        this.allowed = allowed;
    }

    /** The server answered: the next trouble has all the time again. */
    void succeeded() {
        inTrouble = false;
        pauseMillis = FIRST_PAUSE_MILLIS;
    }

    /**
     * Pauses before the next attempt.
     *
     * @throws ServerTroubleException when the time is up, or the thread was interrupted
     */
    void pause(MongoException trouble) {
        long now = System.nanoTime();
        if (!inTrouble) {
            inTrouble = true;
            troubleSinceNanos = now;
        }
        if (now - troubleSinceNanos >= allowed.toNanos()) {
            throw new ServerTroubleException(allowed, trouble);
        }
        LOG.warn("MongoDB cannot write just now ({}); trying again in {} ms", oneLine(trouble), pauseMillis);
        try {
            Thread.sleep(pauseMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerTroubleException(allowed, trouble);
        }
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
    }

    static String oneLine(MongoException trouble) {
        String message =
                String.valueOf(trouble.getMessage()).lines().findFirst().orElse("");
        String shortened = message.length() > 200 ? message.substring(0, 200) + "…" : message;
        return trouble.getCode() > 0 ? "code %d: %s".formatted(trouble.getCode(), shortened) : shortened;
    }
}
