package dev.mongohaul.compare.limit;

import dev.mongohaul.job.content.InsertContent;
import dev.mongohaul.job.file.JobFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The job whose documents are written, and how another process is told of it.
 *
 * @param file with the parameters laid over it
 * @param content what it inserts
 * @param parameters as given on the command line
 */
public record JobUnderTest(JobFile file, InsertContent content, List<String> parameters) {

    public JobUnderTest {
        parameters = List.copyOf(parameters);
    }

    /** What a comparison sets itself, and nobody else may: where documents and rejects go, and how they are written. */
    public static List<String> parametersOf(String writer, int gridSize, String database, Path rejects) {
        return List.of(
                "write.writer=" + writer,
                "partition.grid-size=" + gridSize,
                "target.database=" + database,
                "rejects.directory=" + rejects);
    }

    /** The command, the job, and its parameters with further ones behind them. */
    List<String> command(List<String> command, List<String> further) {
        List<String> arguments = new ArrayList<>(command);
        arguments.add(file.path().toAbsolutePath().toString());
        arguments.addAll(parameters);
        arguments.addAll(further);
        return arguments;
    }
}
