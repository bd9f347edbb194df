package dev.mongohaul.job.file;

import java.nio.file.Path;

/** Names of job files. Commands that read no job file use it, so that it loads no class of settings. */
public final class JobFileName {

    private JobFileName() {}

    /** Returns whether a path is that of a job file, and not the name of a job. */
    public static boolean isYaml(String path) {
        return path.endsWith(".yml") || path.endsWith(".yaml");
    }

    /** Returns the name of the job of a file: the file's name without its suffix. */
    public static String jobOf(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    }
}
