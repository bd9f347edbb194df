package dev.mongohaul.architecture.violations.text;

/** Imports {@code csv}, which {@code text} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.csv.Violation.class;
}
