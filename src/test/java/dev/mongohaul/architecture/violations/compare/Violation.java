package dev.mongohaul.architecture.violations.compare;

/** Imports {@code serve}, which {@code compare} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.serve.Violation.class;
}
