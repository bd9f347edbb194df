package dev.mongohaul.architecture.violations.broker;

/** Imports {@code mongo}, which {@code broker} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.mongo.Violation.class;
}
