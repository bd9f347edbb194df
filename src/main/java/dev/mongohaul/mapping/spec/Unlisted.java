package dev.mongohaul.mapping.spec;

/** Treatment of columns that no field and no id names. */
public enum Unlisted {
    /** They are kept as text under their own names. */
    KEEP,
    /** They are left out. */
    DROP,
    /** The file is refused. */
    REFUSE
}
