package dev.mongohaul.architecture.violations.schedule;

/** Imports {@code report}, which {@code schedule} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.report.Violation.class;
}
