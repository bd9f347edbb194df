package dev.mongohaul.architecture.violations.csv;

/** Imports {@code mapping}, which {@code csv} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.mapping.Violation.class;
}
