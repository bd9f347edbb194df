package dev.mongohaul.architecture.violations.reject;

/** Imports {@code writer}, which {@code reject} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.writer.Violation.class;
}
