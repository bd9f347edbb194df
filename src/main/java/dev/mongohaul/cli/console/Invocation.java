package dev.mongohaul.cli.console;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The surroundings of one command: all that it takes from its process.
 *
 * @param workingDirectory the start of relative paths; empty for the process's own
 */
public record Invocation(
        Map<String, String> environment, Path workingDirectory, InputStream in, StandardOutput out, PrintWriter err) {

    /** Returns the invocation by the user of this process. */
    public static Invocation ofProcess() {
        return new Invocation(
                System.getenv(), Path.of(""), System.in, StandardOutput.OF_PROCESS, Terminal.errorWriter());
    }

    /** Returns the invocation with other streams; all text has the charset. */
    public static Invocation of(
            Map<String, String> environment,
            Path workingDirectory,
            InputStream in,
            OutputStream out,
            OutputStream err,
            Charset charset) {
        return new Invocation(
                environment, workingDirectory, in, new StandardOutput(out, charset), Terminal.writer(err, charset));
    }

    /** Returns the invocation that a command belongs to. */
    public static Invocation of(CommandSpec spec) {
        return ((Root) spec.root().userObject()).invocation();
    }

    /** The command that all others belong to. */
    public interface Root {

        Invocation invocation();
    }

    /** Returns a path that the user gave, from the working directory. */
    public Path resolve(Path path) {
        return workingDirectory.resolve(path);
    }

    /** Whether MONGOHAUL_DEBUG turns on debug log lines and stack traces. */
    boolean debug() {
        return !environment.getOrDefault("MONGOHAUL_DEBUG", "").isBlank();
    }
}
