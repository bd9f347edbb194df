package dev.mongohaul.architecture.violations.partition;

/** Imports {@code mapping}, which {@code partition} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.mapping.Violation.class;
}
