package dev.mongohaul.architecture.violations.generate.two;

/** Depends on {@code generate.one}, which depends on this. */
public class Circular {

    Object other = dev.mongohaul.architecture.violations.generate.one.Circular.class;
    Object part = dev.mongohaul.architecture.violations.generate.one.Circular.Part.class;
}
