package dev.mongohaul.architecture.violations.repository;

/** Imports {@code job}, which {@code repository} may not. */
public class Violation {

    static final String PLANS = "{from: 'mongohaul_imports'}";

    Object forbidden = dev.mongohaul.architecture.violations.job.Violation.class;
}
