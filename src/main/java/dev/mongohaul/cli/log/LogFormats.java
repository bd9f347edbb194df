package dev.mongohaul.cli.log;

import dev.mongohaul.cli.run.CompletionWords;
import java.util.List;

/** Words of the option for the format of the log. */
public final class LogFormats extends CompletionWords {

    static final List<String> WORDS = List.of("text", "json", "ecs", "logstash", "gelf");

    LogFormats() {
        super(WORDS.toArray(String[]::new));
    }
}
