package dev.mongohaul.faults.trial;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.process.OsProcess;
import java.time.Duration;

/**
 * When to strike: a time after the launch, or after so much of what was left is done.
 *
 * @param part of what this launch has to do; below 0: from the launch on; 1: when all records are settled
 * @param delay after that
 */
public record Moment(double part, Duration delay) {

    private static final int POLL_MILLIS = 4;

    /** Anywhere: while it starts up, while it reads and writes, while it finishes. */
    public static Moment draw(Draw draw) {
        double where = draw.fraction();
        if (where < 0.1) {
            return new Moment(-1, Duration.ofMillis(draw.below(200)));
        }
        if (where < 0.25) {
            return new Moment(-1, Duration.ofMillis(draw.below(2500)));
        }
        return where < 0.75 ? whileItWrites(draw) : new Moment(1, Duration.ofMillis(draw.below(400)));
    }

    public static Moment whileItWrites(Draw draw) {
        return new Moment(draw.fraction(), Duration.ofMillis(draw.below(40)));
    }

    /** Waits for the moment; false where the process ended before. */
    public boolean await(OsProcess process, Progress progress) {
        double begun = part < 0 ? 0 : progress.fraction();
        while (process.isAlive() && !reached(begun, progress)) {
            process.ends(Duration.ofMillis(POLL_MILLIS));
        }
        return !process.ends(delay);
    }

    private boolean reached(double begun, Progress progress) {
        if (part < 0) {
            return true;
        }
        return part >= 1 ? progress.atItsEnd() : progress.fraction() > begun + (1 - begun) * part;
    }

    @Override
    public String toString() {
        String from = part < 0 ? "launch" : Math.round(part * 100) + "%";
        return from + "+" + delay.toMillis() + "ms";
    }
}
