package dev.mongohaul.mongo.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program of its own that uses the embedded server: {@link #main} is what runs in it, an object is the test's handle
 * on it. It uses the server until its standard input ends.
 */
final class UserProgram implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private UserProgram(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    public static void main(String[] arguments) throws IOException {
        EmbeddedServer server = EmbeddedServer.acquire(EmbeddedServerSettings.in(Path.of(arguments[0])));
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        System.out.println(server.uri());
        System.in.transferTo(OutputStream.nullOutputStream());
    }

    static UserProgram start(Path directory) {
        try {
            return new UserProgram(new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            UserProgram.class.getName(),
                            directory.toString()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the program has the server. */
    String uri() {
        try {
            String line = output.readLine();
            while (line != null && !line.startsWith("mongodb:")) {
                line = output.readLine();
            }
            if (line == null) {
                throw new IllegalStateException("The program ended before it had a server");
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
        await();
    }

    /** Lets the program end by itself; its shutdown hook gives the server up. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            output.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await();
    }

    private void await() {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The program does not end");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
