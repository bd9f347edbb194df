package dev.mongohaul.architecture.violations.notification;

/** Imports {@code serve}, which {@code notification} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.serve.Violation.class;
}
