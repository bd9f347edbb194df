package dev.mongohaul.architecture.violations.report;

/** Imports {@code job}, which {@code report} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.job.Violation.class;
}
