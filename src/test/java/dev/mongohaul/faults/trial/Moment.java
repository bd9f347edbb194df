package dev.mongohaul.faults.trial;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.process.OsProcess;
import java.time.Duration;

/**
 * The moment of a fault: a delay after the launch, or after a part of the remaining records is settled.
 *
 * @param part of the records that this launch has to settle, from 0 to 1; below 0: the delay starts at the launch
 * @param delay after that
 */
public record Moment(double part, Duration delay) {

    private static final int POLL_MILLIS = 4;

    /** Draws a moment at any time: during the start, while records are written, or at the end. */
    public static Moment draw(Draw draw) {
        double phase = draw.fraction();
        if (phase < 0.1) {
            return new Moment(-1, Duration.ofMillis(draw.below(200)));
        }
        if (phase < 0.25) {
            return new Moment(-1, Duration.ofMillis(draw.below(2500)));
        }
        return phase < 0.75 ? whileWriting(draw) : new Moment(1, Duration.ofMillis(draw.below(400)));
    }

    /** Draws a moment at which records are written. */
    public static Moment whileWriting(Draw draw) {
        return new Moment(draw.fraction(), Duration.ofMillis(draw.below(40)));
    }

    /** Waits for the moment. Returns false if the process ended before it. */
    public boolean await(OsProcess process, Progress progress) {
        double start = part < 0 ? 0 : progress.fraction();
        while (process.isAlive() && !isReached(start, progress)) {
            process.endsWithin(Duration.ofMillis(POLL_MILLIS));
        }
        return !process.endsWithin(delay);
    }

    private boolean isReached(double start, Progress progress) {
        if (part < 0) {
            return true;
        }
        return part >= 1 ? progress.allSettled() : progress.fraction() > start + (1 - start) * part;
    }

    @Override
    public String toString() {
        String from = part < 0 ? "launch" : Math.round(part * 100) + "%";
        return from + "+" + delay.toMillis() + "ms";
    }
}
