package dev.mongohaul.mapping.spec;

import java.util.List;

/** Problems of a mapping, all that were found, each one line for the author of the job file. */
public class MappingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String[] problems;

    public MappingException(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
        this.problems = problems.toArray(new String[0]);
    }

    public MappingException(String problem) {
        this(List.of(problem));
    }

    /** Returns one line each, in the order of the file's columns. */
    public List<String> problems() {
        return List.of(problems);
    }
}
