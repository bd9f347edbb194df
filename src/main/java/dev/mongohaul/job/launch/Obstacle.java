package dev.mongohaul.job.launch;

/** Reason why an earlier import is in the way of a new one. */
enum Obstacle {
    /** It is an unfinished undo. */
    UNDO,
    /** It is unfinished and has other content. */
    OTHER_CONTENT,
    /** It is unfinished and has this content, but another target or operation. */
    OTHER_TARGET,
    /** It is unfinished and has this content, but the job has other settings now. */
    OTHER_MEANING,
    /** It inserted this content, but the job has other settings now: documents would be inserted twice. */
    LOADED
}
