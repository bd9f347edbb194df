package dev.mongohaul.architecture.violations.serve;

/** Imports {@code cli}, which {@code serve} may not. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.cli.Command.class;
}
