package dev.mongohaul.job.file;

import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Quoted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The job files of a folder.
 *
 * @param folder need not exist
 * @param workingDirectory what relative paths of parameters start from
 */
public record JobFiles(Path folder, Path workingDirectory) {

    /** Bytes of a job file at most. */
    static final int MAX_BYTES = 1 << 20;

    /** The jobs of the folder by name, the broken ones too; sub-folders are left aside. */
    public List<ListedJobFile> list() {
        return paths().stream().map(this::listed).toList();
    }

    private ListedJobFile listed(Path file) {
        String name = JobFiles.nameOf(file);
        try {
            refuseTwins(name);
            return ListedJobFile.of(read(file, List.of()));
        } catch (JobFileException e) {
            return ListedJobFile.broken(name, file, e.problems());
        }
    }

    /**
     * A job by its name, or by its file's path: that has a slash or ends in {@code .yml} or {@code .yaml}.
     *
     * @param parameters {@code name=value} each, laid over what the file says
     * @throws JobFileException where there is no such job, or it cannot be run so
     */
    public JobFile find(String nameOrPath, List<String> parameters) {
        return read(locate(nameOrPath), parameters);
    }

    /**
     * The file of a job, which need not be readable.
     *
     * @throws JobFileException where there is no such job
     */
    public Path locate(String nameOrPath) {
        if (nameOrPath.contains("/") || isYaml(nameOrPath)) {
            return Path.of(nameOrPath);
        }
        List<Path> found = withName(nameOrPath);
        if (found.isEmpty()) {
            throw JobFileException.about(folder, unknown(nameOrPath));
        }
        refuseTwins(nameOrPath);
        return found.get(0);
    }

    /** Returns the job's name: the file's without its suffix. */
    static String nameOf(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    }

    private void refuseTwins(String name) {
        List<Path> found = withName(name);
        if (found.size() > 1) {
            throw JobFileException.about(
                    found.get(0), "has the name of " + found.get(1) + ": remove or rename one of the two");
        }
    }

    private List<Path> withName(String name) {
        return paths().stream().filter(path -> nameOf(path).equals(name)).toList();
    }

    private String unknown(String name) {
        List<String> known = paths().stream().map(JobFiles::nameOf).distinct().toList();
        if (known.isEmpty()) {
            return "has no job " + Quoted.text(name) + ": there is no job file (.yml) in it";
        }
        return "has no job " + Quoted.text(name) + NearestName.hint(name, known) + "; it has "
                + String.join(", ", known);
    }

    private List<Path> paths() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(path -> isYaml(path.toString()) && !Files.isDirectory(path))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw JobFileException.about(folder, "cannot be listed: " + reason(e));
        }
    }

    private static boolean isYaml(String path) {
        return path.endsWith(".yml") || path.endsWith(".yaml");
    }

    private JobFile read(Path file, List<String> parameters) {
        refuseLeaving(file);
        return new JobFileReader(workingDirectory).read(file, text(file), parameters);
    }

    /** A link could lead to any file of the machine, whose lines messages would show. */
    private void refuseLeaving(Path file) {
        Path inside = folder.toAbsolutePath().normalize();
        if (file.toAbsolutePath().normalize().startsWith(inside) && Files.exists(file)) {
            try {
                if (!file.toRealPath().startsWith(inside.toRealPath())) {
                    throw JobFileException.about(
                            file, "is a link that leads out of " + folder + ": put the file itself there");
                }
            } catch (IOException e) {
                throw JobFileException.about(file, "cannot be read: " + reason(e));
            }
        }
    }

    private static String text(Path file) {
        if (!Files.exists(file)) {
            throw JobFileException.about(file, "does not exist");
        }
        if (!Files.isRegularFile(file)) {
            throw JobFileException.about(file, "is not a file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw JobFileException.about(file, "is longer than " + MAX_BYTES + " bytes, which no job needs");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw JobFileException.about(file, "is not UTF-8 text: save it as UTF-8");
        } catch (IOException e) {
            throw JobFileException.about(file, "cannot be read: " + reason(e));
        }
    }

    private static String reason(IOException e) {
        return e instanceof AccessDeniedException ? "access is denied" : String.valueOf(e.getMessage());
    }
}
