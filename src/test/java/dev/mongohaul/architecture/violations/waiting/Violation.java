package dev.mongohaul.architecture.violations.waiting;

/** Imports {@code csv}, which {@code waiting} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.csv.Violation.class;
}
