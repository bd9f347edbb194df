package dev.mongohaul.compare.run;

import java.util.Locale;

/** This machine, in a few words beside whatever was measured on it. */
public final class Machine {

    private static final double MEGA = 1e6;

    private Machine() {}

    /** Processors, system, Java, and the heap that it may take. */
    public static String description() {
        return String.format(
                Locale.ROOT,
                "%d processors, %s %s, Java %s, heap up to %.0f MB",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                System.getProperty("java.version"),
                Runtime.getRuntime().maxMemory() / MEGA);
    }
}
