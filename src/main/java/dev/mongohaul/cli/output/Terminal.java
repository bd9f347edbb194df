package dev.mongohaul.cli.output;

import dev.mongohaul.text.PrintableWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jline.nativ.CLibrary;

/** Standard output and standard error, and whether a person sees them. */
public final class Terminal {

    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;

    /** Spring Boot's property with the format of JSON on standard error; not set for text. */
    public static final String LOG_FORMAT = "logging.structured.format.console";

    private static final int DEFAULT_WIDTH = 80;

    private Terminal() {}

    /** Whether people read standard error on a terminal; false if that is unknown, or if it is JSON. */
    public static boolean isStandardError() {
        return !logsJson() && isTerminal(STANDARD_ERROR);
    }

    /** Whether standard error is JSON. */
    public static boolean logsJson() {
        return System.getProperty(LOG_FORMAT) != null;
    }

    /** Whether standard output is a terminal; false if that is unknown. */
    public static boolean isStandardOutput() {
        return isTerminal(STANDARD_OUTPUT);
    }

    private static boolean isTerminal(int stream) {
        try {
            return !isElsewhere(stream) && CLibrary.isatty(stream) == 1;
        } catch (LinkageError | RuntimeException e) {
            return false;
        }
    }

    /** Recognizes a pipe or a file without the native library, which would be unpacked to a file at each start. */
    private static boolean isElsewhere(int stream) {
        try {
            return !Files.readSymbolicLink(Path.of("/proc/self/fd", String.valueOf(stream)))
                    .startsWith("/dev");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Columns of standard error's terminal; {@value #DEFAULT_WIDTH} if they are unknown.
     *
     * <p>Asked of the system and not of JLine's terminal: opening that gives signals back their default handling, so that
     * Ctrl-C would end the process in the middle of a chunk.
     */
    public static int width() {
        return width(STANDARD_ERROR, DEFAULT_WIDTH);
    }

    /**
     * Columns of standard output's terminal.
     *
     * @param otherwise if standard output is not a terminal
     */
    public static int outputWidth(int otherwise) {
        return isElsewhere(STANDARD_OUTPUT) ? otherwise : width(STANDARD_OUTPUT, otherwise);
    }

    private static int width(int stream, int otherwise) {
        try {
            CLibrary.WinSize size = new CLibrary.WinSize();
            boolean known = CLibrary.ioctl(stream, CLibrary.TIOCGWINSZ, size) == 0;
            return known && size.ws_col > 0 ? size.ws_col : otherwise;
        } catch (LinkageError | RuntimeException e) {
            return otherwise;
        }
    }

    /** Returns a writer of what a terminal may show; {@code println} and {@code printf} flush. */
    public static PrintWriter writer(OutputStream out, Charset charset) {
        return new PrintWriter(new PrintableWriter(new OutputStreamWriter(out, charset)), true);
    }

    /** Returns standard error without a filter, for a progress bar that moves the cursor. */
    public static PrintStream standardError() {
        return new PrintStream(new FileOutputStream(FileDescriptor.err), true, Charset.defaultCharset());
    }
}
