package dev.mongohaul.cli;

import dev.mongohaul.cli.log.ConsoleLog;
import dev.mongohaul.cli.log.StructuredLog;
import dev.mongohaul.cli.output.StandardOutput;
import dev.mongohaul.cli.output.Terminal;
import dev.mongohaul.cli.session.Invocation;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Commands in this process, with a class loader of their own that notes the classes which they load. */
public final class IsolatedCommand extends URLClassLoader {

    private final List<String> loaded = Collections.synchronizedList(new ArrayList<>());

    /** @param classPath of the program */
    IsolatedCommand(List<Path> classPath) {
        super(
                Stream.concat(classPath.stream(), Stream.of(Path.of("target/test-classes")))
                        .map(IsolatedCommand::url)
                        .toArray(URL[]::new),
                ClassLoader.getPlatformClassLoader());
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        loaded.add(name);
        return super.findClass(name);
    }

    /** Runs a command and returns its exit code, and then the classes that it and its verification loaded. */
    List<String> run(Path folder, String... arguments) throws ReflectiveOperationException {
        loaded.clear();
        Object exitCode = loadClass(IsolatedCommand.class.getName())
                .getMethod("execute", Path.class, String[].class)
                .invoke(null, folder, arguments);
        return Stream.concat(Stream.of(exitCode.toString()), List.copyOf(loaded).stream())
                .toList();
    }

    /** Does in the class loader what the start of the program does. */
    public static int execute(Path folder, String... arguments) {
        ConsoleLog.use();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Invocation invocation = new Invocation(
                Map.of("MONGODB_URI", "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=1"),
                folder,
                InputStream.nullInputStream(),
                new StandardOutput(bytes, StandardCharsets.UTF_8),
                Terminal.writer(bytes, StandardCharsets.UTF_8));
        return MongohaulCommand.execute(StructuredLog.choose(invocation, arguments), arguments);
    }
}
