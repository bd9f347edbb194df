package dev.mongohaul.repository.plan;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Result of a phase after the load of an import, stored with its plan. Whatever shows a run or an import shows its results by
 * this type alone, so that a new phase changes none of it.
 */
public interface PhaseResult {

    /** Names of all phases in JSON. */
    List<String> PHASES = List.of(ImportVerification.PHASE);

    /** Returns the name of the phase in JSON, such as {@code verification}. */
    String phase();

    /** Returns what the phase did to the import, as a participle that labels the result, such as {@code verified}. */
    String participle();

    /** Returns the words of all results of the phase that came to its end. */
    List<String> words();

    /** Returns the result in one word. */
    String word();

    /** Returns the result in a few words, on one line. */
    String text();

    /** Returns the word of the event and of the job's state if a person has to look. */
    String alarm();

    /** Returns the command that shows the details of a run. */
    String command();

    /** Returns when the phase ended, in this machine's time; of a pending one, when it began. */
    Instant at();

    /** Returns how long the phase took. */
    double seconds();

    /** Returns counts by their names. */
    Map<String, Long> figures();

    /** Returns whether the phase has not come to its end. */
    boolean isPending();

    /** Returns whether something may be wrong with the documents of the import. */
    boolean isDoubtful();

    /** Returns whether a person has to look: not if later imports explain the doubt. */
    boolean needsAttention();

    /** Returns whether the phase came to its end, and nothing is wrong. */
    default boolean isGood() {
        return !isPending() && !isDoubtful();
    }
}
