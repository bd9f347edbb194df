package dev.mongohaul.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.jline.nativ.CLibrary;

/** Standard error, and whether a person sees it. */
public final class Terminal {

    private static final int STANDARD_ERROR = 2;

    private Terminal() {}

    /** Whether standard error is a terminal; also false where that cannot be told. */
    public static boolean isStandardError() {
        try {
            return CLibrary.isatty(STANDARD_ERROR) == 1;
        } catch (LinkageError | RuntimeException e) {
            return false;
        }
    }

    public static PrintStream standardError() {
        return new PrintStream(new FileOutputStream(FileDescriptor.err), true, Charset.defaultCharset());
    }
}
