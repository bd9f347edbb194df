package dev.mongohaul.cli.run;

import dev.mongohaul.cli.session.Invocation;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Command with the streams and the surroundings of its invocation. */
public abstract class ConsoleCommand implements Callable<Integer> {

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
}
