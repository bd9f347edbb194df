package dev.mongohaul;

/** The program's entry. */
public final class Mongohaul {

    private Mongohaul() {}

    public static void main(String[] arguments) {
        System.exit(arguments.length == 0 ? 2 : 0);
    }
}
