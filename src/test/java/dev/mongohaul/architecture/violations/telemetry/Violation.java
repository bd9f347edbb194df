package dev.mongohaul.architecture.violations.telemetry;

/** Imports {@code serve}, which {@code telemetry} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.serve.Violation.class;
}
