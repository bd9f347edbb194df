package dev.mongohaul.job.setting;

/** Place that the documents are written to. */
public enum LoadKind {
    /** The target. */
    DIRECT,
    /** Another collection, which takes the place of the target when it is complete. */
    SWAP
}
