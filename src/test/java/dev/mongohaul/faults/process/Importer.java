package dev.mongohaul.faults.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts the program in a folder. The output of each launch is kept in the folder. */
public final class Importer {

    private final Path folder;
    private final String uri;
    private final Map<String, String> environment;
    private final AtomicInteger launches = new AtomicInteger();

    /** @param uri of the server, with the database */
    public Importer(Path folder, String uri) {
        this(folder, uri, Map.of());
    }

    private Importer(Path folder, String uri, Map<String, String> environment) {
        this.folder = folder;
        this.uri = uri;
        this.environment = environment;
    }

    public Path folder() {
        return folder;
    }

    /** Returns an importer with the same folder and another URI, for example of a proxy. */
    public Importer withUri(String otherUri) {
        return later(new Importer(folder, otherUri, environment));
    }

    /** Returns an importer with the same folder and more environment variables. */
    public Importer with(Map<String, String> variables) {
        return later(new Importer(folder, uri, variables));
    }

    private Importer later(Importer other) {
        other.launches.set(launches.get() + 1000);
        return other;
    }

    public Launched start(List<String> jvmOptions, List<String> arguments) {
        return start(List.of(), jvmOptions, arguments);
    }

    /** Runs a command to its end in this process. */
    public OwnCommand run(String... arguments) {
        return OwnCommand.run(folder, Map.of("MONGODB_URI", uri), arguments);
    }

    /** Starts the program with a prefix of the command line, for example another program. */
    public Launched start(List<String> prefix, List<String> jvmOptions, List<String> arguments) {
        List<String> options = new ArrayList<>(BuiltProgram.quickStart(jvmOptions));
        options.add("-Xmx256m");
        options.addAll(jvmOptions);
        List<String> command = new ArrayList<>(prefix);
        command.addAll(BuiltProgram.command(options, arguments));
        int number = launches.incrementAndGet();
        Path out = folder.resolve(number + ".out");
        Path err = folder.resolve(number + ".err");
        ProcessBuilder builder = new ProcessBuilder(Signals.enableInterrupt(command))
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("MONGO") || name.startsWith("LC_"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("MONGODB_URI", uri);
        if (Files.isDirectory(folder.resolve("classes"))) {
            builder.environment().put("MONGOHAUL_CLASSPATH", "classes");
        }
        builder.environment().putAll(environment);
        return new Launched(OsProcess.start(builder), out, err);
    }
}
