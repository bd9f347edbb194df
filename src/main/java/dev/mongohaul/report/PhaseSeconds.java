package dev.mongohaul.report;

import dev.mongohaul.repository.Run.PhaseTimes;

/**
 * What the threads of pieces spent their time on, in seconds, added up: of pieces that ran at the same time the sum is more
 * than passed on the wall.
 *
 * @param reading finding records in the input and taking them apart
 * @param mapping making documents of them
 * @param writing sending documents, awaiting the server's answers, and saving rejects, checkpoints and the step's state
 * @param waiting for a server in trouble, from the first failure on; it is in none of the others
 */
public record PhaseSeconds(double reading, double mapping, double writing, double waiting) {

    static final PhaseSeconds NONE = new PhaseSeconds(0, 0, 0, 0);

    public static PhaseSeconds of(PhaseTimes times) {
        return new PhaseSeconds(
                Figures.seconds(times.reading()),
                Figures.seconds(times.mapping()),
                Figures.seconds(times.writing()),
                Figures.seconds(times.waiting()));
    }
}
