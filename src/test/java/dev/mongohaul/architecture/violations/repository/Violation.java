package dev.mongohaul.architecture.violations.repository;

/** Imports {@code job}, which {@code repository} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.job.Violation.class;
}
