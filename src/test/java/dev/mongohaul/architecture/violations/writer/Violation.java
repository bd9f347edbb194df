package dev.mongohaul.architecture.violations.writer;

/** Imports {@code repository} and {@code writer.delivery}, which {@code writer} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.repository.Violation.class;
    Object delivering = dev.mongohaul.architecture.violations.writer.delivery.Delivery.class;
}
