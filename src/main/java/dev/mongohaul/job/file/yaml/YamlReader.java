package dev.mongohaul.job.file.yaml;

import dev.mongohaul.job.file.JobFileProblem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads YAML 1.2 without making objects of it: tags, nulls, duplicate keys, deep nesting and more than a few aliases
 * are problems.
 *
 * <p>It takes the events of the parser below Jackson's binding, since Jackson's tokens do not tell {@code key:} from
 * {@code key: ""}.
 */
public final class YamlReader {

    private static final LoadSettings SETTINGS = LoadSettings.builder().build();

    private YamlReader() {}

    /**
     * Reads a text of one value.
     *
     * @return the value, or {@link Broken}, and what is wrong is among the problems
     */
    public static Node read(String text, Place place, List<JobFileProblem> problems) {
        try {
            YamlComposer composer =
                    new YamlComposer(new Parse(SETTINGS).parseString(text).iterator(), place, problems);
            return composer.document();
        } catch (Unreadable e) {
            problems.add(e.problem);
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            problems.add(notYaml(YamlComposer.onLine(place, line), e.getProblem()));
        } catch (YamlEngineException e) {
            problems.add(notYaml(place, e.getMessage()));
        }
        return new Broken(place);
    }

    private static JobFileProblem notYaml(Place place, @Nullable String reason) {
        String said = reason == null
                ? "it cannot be read"
                : reason.lines().findFirst().orElse("");
        if (said.contains("sequence entries are not allowed here")) {
            said = "a list cannot begin on the line of its key; a dash alone, for standard input, goes in quotes";
        }
        return JobFileProblem.of(place, List.of(), "is not valid YAML: " + said);
    }

    /** Ends the reading of a text whose rest would only cost memory and time. */
    static final class Unreadable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient JobFileProblem problem;

        Unreadable(JobFileProblem problem) {
            super(problem.message(), null, false, false);
            this.problem = problem;
        }
    }
}
