package dev.mongohaul.job;

import dev.mongohaul.text.Printable;
import java.util.List;

/** Refusal of a job, with one line for each problem. Nothing was read or written. */
public final class JobRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public JobRefusedException(String job, List<String> problems) {
        super(message(Printable.of(job), problems.stream().map(Printable::of).toList()));
    }

    private static String message(String job, List<String> problems) {
        return problems.size() == 1
                ? job + ": " + problems.get(0)
                : job + ":" + System.lineSeparator() + "  " + String.join(System.lineSeparator() + "  ", problems);
    }
}
