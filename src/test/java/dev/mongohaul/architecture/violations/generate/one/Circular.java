package dev.mongohaul.architecture.violations.generate.one;

/** Depends on {@code generate.two}, which depends on this. */
public class Circular {

    static final String COLLECTION = "mongohaul_imports";

    Object other = dev.mongohaul.architecture.violations.generate.two.Circular.class;

    /** Named by another file. */
    public static class Part {}

    /** Third type of its package. */
    static class Rest {}
}
