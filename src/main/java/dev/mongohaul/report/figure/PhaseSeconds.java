package dev.mongohaul.report.figure;

import dev.mongohaul.repository.run.PhaseTimes;

/**
 * Seconds that the threads of all partitions spent, added up. The sum of partitions that run in parallel exceeds the
 * elapsed time.
 *
 * @param reading finding and splitting records of the input
 * @param mapping records to documents
 * @param writing documents, rejects, checkpoints and the state of the step, with the server's replies
 * @param waiting for a server that is not available, from the first failure on; not part of the others
 * @param overloaded elapsed seconds for which the server said that it is overloaded, once for all threads
 */
public record PhaseSeconds(double reading, double mapping, double writing, double waiting, double overloaded) {

    public static PhaseSeconds of(PhaseTimes times) {
        return new PhaseSeconds(
                Figures.seconds(times.reading()),
                Figures.seconds(times.mapping()),
                Figures.seconds(times.writing()),
                Figures.seconds(times.waiting()),
                Figures.seconds(times.overloaded()));
    }
}
