package dev.mongohaul.cli.output;

import dev.mongohaul.text.Printable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.commons.io.function.Uncheck;
import org.jspecify.annotations.Nullable;

/** Standard output, for results only. Remembers a failed write, which a {@link PrintWriter} hides. Unbuffered. */
public final class StandardOutput extends OutputStream {

    /** Standard output of this process. */
    public static final StandardOutput OF_PROCESS = new StandardOutput(
            new FileOutputStream(FileDescriptor.out),
            Charset.forName(System.getProperty(
                    "stdout.encoding", Charset.defaultCharset().name())));

    private final OutputStream out;
    private final Charset charset;
    private @Nullable IOException failure;

    /** @param charset of the text that {@link #writer} prints */
    public StandardOutput(OutputStream out, Charset charset) {
        this.out = out;
        this.charset = charset;
    }

    /** Returns a filtered writer in the charset of the terminal; {@code println} and {@code printf} flush. */
    public PrintWriter writer() {
        return Terminal.writer(this, charset);
    }

    /** Writes text for programs and editors, which is always UTF-8. */
    public void writeUtf8(String text) {
        Uncheck.run(() -> write(Printable.lines(text).getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes an escape sequence for a terminal, which writers filter. */
    public void writeEscape(String sequence) {
        Uncheck.run(() -> write(sequence.getBytes(StandardCharsets.US_ASCII)));
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

    /** Returns whether a write failed, for example because the disk is full or the reader has ended. */
    public boolean failed() {
        return failure != null;
    }

    /**
     * Returns the exit code of a command. Results that could not be written are a failure, unless the reader closed the
     * pipe, as {@code head} does.
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
