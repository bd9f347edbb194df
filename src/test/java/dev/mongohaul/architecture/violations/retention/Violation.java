package dev.mongohaul.architecture.violations.retention;

/** Imports {@code serve}, which {@code retention} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.serve.Violation.class;
}
