package dev.mongohaul.compare;

/** This machine, in a few words beside whatever was measured on it. */
public final class Machine {

    private Machine() {}

    /** Processors, system and Java. */
    public static String description() {
        return "%d processors, %s %s, Java %s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        System.getProperty("java.version"));
    }
}
