package dev.mongohaul.cli.console;

import java.util.function.Supplier;
import org.jline.nativ.CLibrary;
import org.jline.nativ.CLibrary.Termios;

/**
 * Has the terminal of standard input not show what is typed. Java's own console does so only where standard output is a
 * terminal, too.
 */
final class HiddenInput {

    private static final int STANDARD_INPUT = 0;

    /** The same on Linux and macOS. */
    private static final long ECHO = 0x8;

    private HiddenInput() {}

    /** Whether standard input is a terminal; false where that cannot be told. */
    static boolean isPossible() {
        try {
            return CLibrary.isatty(STANDARD_INPUT) == 1;
        } catch (LinkageError | RuntimeException e) {
            return false;
        }
    }

    /** Reads; the terminal shows again what is typed when that is over, and when the process is told to end. */
    static String during(Supplier<String> reading) {
        Thread restoring = new Thread(() -> show(true), "terminal");
        Runtime.getRuntime().addShutdownHook(restoring);
        show(false);
        try {
            return reading.get();
        } finally {
            show(true);
            Runtime.getRuntime().removeShutdownHook(restoring);
        }
    }

    private static void show(boolean typed) {
        Termios settings = new Termios();
        if (CLibrary.tcgetattr(STANDARD_INPUT, settings) == 0) {
            settings.c_lflag = typed ? settings.c_lflag | ECHO : settings.c_lflag & ~ECHO;
            CLibrary.tcsetattr(STANDARD_INPUT, CLibrary.TCSANOW, settings);
        }
    }
}
