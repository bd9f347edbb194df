package dev.mongohaul.architecture.violations.mongo;

/** Imports {@code csv}, which {@code mongo} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.csv.Violation.class;
}
