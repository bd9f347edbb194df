package dev.mongohaul.bench.limit;

import dev.mongohaul.job.setting.JobFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Job whose documents are written, with the parameters of the command line. */
record JobUnderTest(JobFile file, LimitContent content, List<String> parameters) {

    static List<String> parametersOf(String writer, int gridSize, String database, Path rejects) {
        return List.of(
                "write.writer=" + writer,
                "partition.grid-size=" + gridSize,
                "target.database=" + database,
                "rejects.directory=" + rejects);
    }

    List<String> command(String command, List<String> further) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.add(file.path().toAbsolutePath().toString());
        arguments.addAll(parameters);
        arguments.addAll(further);
        return arguments;
    }
}
