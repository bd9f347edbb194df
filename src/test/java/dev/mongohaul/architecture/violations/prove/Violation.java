package dev.mongohaul.architecture.violations.prove;

/** Imports {@code serve}, which {@code prove} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.serve.Violation.class;
}
