package dev.mongohaul.architecture.violations.mapping;

/** Imports {@code mongo}, which {@code mapping} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.mongo.Violation.class;
}
