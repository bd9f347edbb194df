package dev.mongohaul.cli.console;

/** What {@code MONGOHAUL_DEBUG} in the environment turns on: debug log lines, and stack traces. */
public final class Debugging {

    private Debugging() {}

    static boolean on() {
        String value = System.getenv("MONGOHAUL_DEBUG");
        return value != null && !value.isBlank();
    }

    /** Makes {@code logback.xml} say more; before the first logger is asked for. */
    public static void prepareLog() {
        if (on()) {
            System.setProperty("mongohaul.log.level", "DEBUG");
            System.setProperty("mongohaul.log.exception", "%printableEx");
        }
    }
}
