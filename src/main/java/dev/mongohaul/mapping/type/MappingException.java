package dev.mongohaul.mapping.type;

import java.util.List;

/** A mapping that cannot be: every problem found, each one line for the person who wrote the job file. */
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

    /** One line each, in the order of the file's columns where a column is at fault. */
    public List<String> problems() {
        return List.of(problems);
    }
}
