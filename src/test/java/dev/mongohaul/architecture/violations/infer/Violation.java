package dev.mongohaul.architecture.violations.infer;

/** Imports {@code job}, which {@code infer} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.job.Violation.class;
}
