package dev.mongohaul.architecture.violations.check;

/** Imports {@code serve}, which {@code check} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.serve.Violation.class;
}
