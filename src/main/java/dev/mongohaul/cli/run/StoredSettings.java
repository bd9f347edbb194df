package dev.mongohaul.cli.run;

/** Command that has the settings of an earlier import, and no options for them. */
public interface StoredSettings {

    /** Returns what to do for other settings, as a sentence. */
    String otherSettings();
}
