package dev.mongohaul.architecture.violations.generate;

/** Imports {@code csv}, which {@code generate} may not, and prints. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.csv.Violation.class;

    void print() {
        System.out.println(forbidden);
    }
}
