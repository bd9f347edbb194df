package dev.mongohaul.architecture.violations.library;

/** Imports {@code serve}, which {@code library} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.serve.Violation.class;
}
