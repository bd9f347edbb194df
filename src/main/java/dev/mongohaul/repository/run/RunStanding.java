package dev.mongohaul.repository.run;

/** State of a run. */
public enum RunStanding {
    /** It is running, as far as this process can see. */
    RUNNING,
    /** Its process was killed; it is stored as running until the next run begins. */
    KILLED,
    /** It has ended with any outcome. */
    ENDED
}
