package dev.mongohaul.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Command with the streams and the surroundings of its invocation. */
abstract class ConsoleCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    Invocation invocation() {
        return Invocation.of(spec);
    }
}
