package dev.mongohaul.architecture.violations.generate.one;

/** Depends on {@code generate.two}, which depends on this. */
public class Circular {

    Object other = dev.mongohaul.architecture.violations.generate.two.Circular.class;

    /** Named by another file. */
    public static class Part {}

    /** Third type of its package. */
    static class Rest {}
}
