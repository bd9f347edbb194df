package dev.mongohaul.architecture.violations.writer;

/** Imports {@code repository}, which {@code writer} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.repository.Violation.class;
}
