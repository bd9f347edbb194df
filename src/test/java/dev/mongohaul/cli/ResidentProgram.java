package dev.mongohaul.cli;

import dev.mongohaul.cli.Program.Result;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process of the program that takes one command after another, where a start for each would be most of the test. None
 * of its commands has a standard input, and none may end the process.
 */
final class ResidentProgram implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 300;

    /** Ends the process, as a number of arguments. */
    private static final int NO_MORE = -1;

    private final Process process;
    private final Path err;
    private final DataOutputStream commands;
    private final DataInputStream answers;
    private long told;

    private ResidentProgram(Process process, Path err) {
        this.process = process;
        this.err = err;
        this.commands = new DataOutputStream(process.getOutputStream());
        this.answers = new DataInputStream(process.getInputStream());
    }

    /** @param builder of a process of {@link CommandLoop} */
    static ResidentProgram start(ProcessBuilder builder) {
        try {
            Path err = Files.createTempFile("mongohaul-resident", ".err");
            return new ResidentProgram(builder.redirectError(err.toFile()).start(), err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs one command to its end. */
    Result run(String... arguments) {
        CompletableFuture<Void> impatience = CompletableFuture.runAsync(
                process::destroyForcibly, CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS));
        try {
            give(arguments);
            String out = printed();
            return new Result(answers.readInt(), out, told());
        } catch (IOException e) {
            throw new UncheckedIOException("The program is gone: " + told(), e);
        } finally {
            impatience.cancel(false);
        }
    }

    private void give(String... arguments) throws IOException {
        commands.writeInt(arguments.length);
        for (String argument : arguments) {
            commands.writeUTF(argument);
        }
        commands.flush();
    }

    private String printed() throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        for (byte octet = answers.readByte(); octet != CommandLoop.END; octet = answers.readByte()) {
            printed.write(octet);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** Since the command before. */
    private String told() {
        try (RandomAccessFile file = new RandomAccessFile(err.toFile(), "r")) {
            byte[] bytes = new byte[(int) (file.length() - told)];
            file.seek(told);
            file.readFully(bytes);
            told += bytes.length;
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (commands) {
            commands.writeInt(NO_MORE);
            commands.flush();
            process.waitFor();
            Files.delete(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
