package dev.mongohaul.report;

import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.Run;
import java.util.Locale;

/** The words of reports for how a run stands or ended. */
final class Status {

    private Status() {}

    /** @param ending said where the run ended */
    static String of(Run.Standing standing, ImportEnding ending) {
        return switch (standing) {
            case RUNNING -> "running";
            case KILLED -> "killed";
            case ENDED -> word(ending);
        };
    }

    /** An enum's name in small letters, with hyphens. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
