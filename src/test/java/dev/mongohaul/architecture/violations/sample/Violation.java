package dev.mongohaul.architecture.violations.sample;

/** Imports {@code csv}, which {@code sample} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.csv.Violation.class;
}
