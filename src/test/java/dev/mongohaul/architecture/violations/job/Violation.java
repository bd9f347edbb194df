package dev.mongohaul.architecture.violations.job;

/** Imports {@code report}, which {@code job} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.report.Violation.class;
}
