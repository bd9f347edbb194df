package dev.mongohaul.job.setting;

/** Way in which the collection takes the place of the target. */
public enum SwapBy {
    /** It is renamed, and the target is dropped. */
    RENAME,
    /** The target is a view, which shows the collection from then on. */
    VIEW
}
