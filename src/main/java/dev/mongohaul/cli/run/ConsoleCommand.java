package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.session.Invocation;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Command with the streams and the surroundings of its invocation. */
public abstract class ConsoleCommand implements Callable<Integer> {

    private static final int LAST_PORT = 65_535;

    @Spec
    protected CommandSpec spec;

    protected PrintWriter out() {
        return spec.commandLine().getOut();
    }

    protected PrintWriter err() {
        return spec.commandLine().getErr();
    }

    protected Invocation invocation() {
        return Invocation.of(spec);
    }

    /** Throws a {@link UsageException} if the value of an option is not a port to listen on. */
    protected static void requirePort(String option, int port) {
        if (port < 0 || port > LAST_PORT) {
            throw new UsageException("%s=%d: a port is 0 (any that is free) to %d".formatted(option, port, LAST_PORT));
        }
    }
}
