package dev.mongohaul.mongo.embedded;

import java.time.Duration;

/** A pause between two looks at something that is not ready yet. */
final class Pause {

    private Pause() {}

    /** False when the thread was interrupted; the interrupt stays set. */
    static boolean of(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
