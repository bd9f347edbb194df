package dev.mongohaul.cli;

import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.mongo.embedded.CacheFolder;
import dev.mongohaul.text.ProgramVersion;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Version of the program, and the places of its parts. picocli asks for it with each command, so that it is quick. */
final class VersionText implements IVersionProvider {

    /** Options of the class archive, and of the AOT cache of a release with a runtime. */
    private static final List<String> ARCHIVES = List.of("-XX:SharedArchiveFile=", "-XX:AOTCache=");

    @Spec
    private CommandSpec spec;

    @Override
    public String[] getVersion() {
        Invocation invocation = Invocation.of(spec);
        return new String[] {
            "mongohaul " + ProgramVersion.read() + ", commit " + ProgramVersion.commit(),
            "Java " + Runtime.version() + ", " + System.getProperty("java.home"),
            "program:        "
                    + Path.of(System.getProperty("java.class.path").split(File.pathSeparator, 2)[0])
                            .toAbsolutePath(),
            "class archive:  " + classArchive(),
            "jobs:           " + invocation.resolve(Path.of("jobs")).toAbsolutePath(),
            "cache:          " + CacheFolder.of(invocation.environment())
        };
    }

    /** Returns the archive that the launcher script named. */
    private static String classArchive() {
        return ProcessHandle.current().info().arguments().stream()
                .flatMap(Stream::of)
                .filter(argument -> ARCHIVES.stream().anyMatch(argument::startsWith))
                .map(argument -> argument.substring(argument.indexOf('=') + 1))
                .findFirst()
                .orElse("none");
    }
}
