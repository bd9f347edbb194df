package dev.mongohaul.cli.console;

import dev.mongohaul.text.Printable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Standard output, which is for results alone. Remembers that it could not be written, which a {@link PrintWriter}
 * would keep to itself. Unbuffered; never closed.
 */
public final class StandardOutput extends OutputStream {

    /** The one of this process. */
    public static final StandardOutput OF_PROCESS = new StandardOutput(
            new FileOutputStream(FileDescriptor.out),
            Charset.forName(System.getProperty(
                    "stdout.encoding", Charset.defaultCharset().name())));

    private final OutputStream out;
    private final Charset charset;
    private @Nullable IOException failure;

    /** @param charset of the text that {@link #writer} prints */
    StandardOutput(OutputStream out, Charset charset) {
        this.out = out;
        this.charset = charset;
    }

    /** A writer in the characters of the terminal, of what may be shown there; {@code println} and {@code printf} flush. */
    public PrintWriter writer() {
        return Terminal.writer(this, charset);
    }

    /** Text for programs and editors: in UTF-8, whatever the terminal takes. */
    public void writeUtf8(String text) throws IOException {
        write(Printable.lines(text).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /** Whether something could not be written, for example since the disk is full or the reader has gone. */
    boolean failed() {
        return failure != null;
    }

    /**
     * The exit code of a command that ended with this one: results that could not be written are a failure, but for a
     * reader that has seen enough, such as {@code head}.
     */
    public int judge(int exitCode, PrintWriter err) {
        if (failure == null || hasNoReader(failure)) {
            return exitCode;
        }
        err.println("Standard output cannot be written: " + failure.getMessage());
        return exitCode == ExitCode.COMPLETED.value() ? ExitCode.FAILED.value() : exitCode;
    }

    private static boolean hasNoReader(IOException failure) {
        return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }
}
