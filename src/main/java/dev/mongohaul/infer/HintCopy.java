package dev.mongohaul.infer;

/** Copy of standard input. */
public enum HintCopy {
    WHOLE,
    BEGINNING
}
