package dev.mongohaul.faults.process;

import dev.mongohaul.cli.MongohaulCommand;
import dev.mongohaul.cli.output.StandardOutput;
import dev.mongohaul.cli.output.Terminal;
import dev.mongohaul.cli.session.Invocation;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Result of a command that ran in this process, which is cheaper than a process of its own. */
public record OwnCommand(int exitCode, String out, String err) {

    static OwnCommand run(Path folder, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Invocation invocation = new Invocation(
                environment,
                folder,
                InputStream.nullInputStream(),
                new StandardOutput(out, StandardCharsets.UTF_8),
                Terminal.writer(err, StandardCharsets.UTF_8));
        int exitCode = MongohaulCommand.execute(invocation, arguments);
        return new OwnCommand(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
