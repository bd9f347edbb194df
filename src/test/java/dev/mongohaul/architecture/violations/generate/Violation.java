package dev.mongohaul.architecture.violations.generate;

/** Imports {@code csv}, which {@code generate} may not, prints, and writes without confirmation. */
public class Violation {

    Object forbidden = dev.mongohaul.architecture.violations.csv.Violation.class;

    void print() {
        System.out.println(forbidden);
    }

    Violation withoutConfirmation() {
        return this;
    }

    Violation write() {
        return withoutConfirmation();
    }
}
