package dev.mongohaul.job.setting;

/** Number of records with the same key. */
public enum WriteKeys {
    /** Perhaps several times: its records stay in their order. */
    ANY,
    /** Once: {@code check} looks for a second record with the key, and calls it a reject. */
    UNIQUE
}
