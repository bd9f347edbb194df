package dev.mongohaul.cli.access;

import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.CompletionWords;
import dev.mongohaul.serve.security.Role;

/** Words of roles. */
final class Roles extends CompletionWords {

    Roles() {
        super("view", "operate");
    }

    /** Returns the role of an option. */
    static Role of(String word) {
        return Role.of(word)
                .orElseThrow(() -> new UsageException("--role=%s: a role is view or operate".formatted(word)));
    }
}
