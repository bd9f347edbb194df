package dev.mongohaul.job.target;

import dev.mongohaul.job.run.ImportRun;
import dev.mongohaul.job.run.LimitExceededException;
import dev.mongohaul.repository.run.Deviation;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Restart of a swap or snapshot that exceeds a limit, with settings that let it pass.
 *
 * @param run that exceeded the limit
 * @param loss number of documents that would be lost; 0 if they are not too many
 * @param breaches of limits of the content
 */
record PassingRestart(ImportRun run, long loss, List<Deviation> breaches) {

    /**
     * Returns the exception with the next step, by the command and on the page. An import of standard input cannot be
     * restarted.
     *
     * @param reason one or more sentences, without the last full stop
     * @param effect of the restart, as a predicate
     */
    LimitExceededException exception(String reason, String effect) {
        if (run.job().inputs().isReadOnce()) {
            return new LimitExceededException(reason);
        }
        long number = Objects.requireNonNull(run.plan().cut()).run();
        String settings = settings("write.max-loss=");
        return LimitExceededException.withNext(
                reason,
                "'mongohaul restart %d%s' %s, as does Restart%s on the page of the import"
                        .formatted(
                                number,
                                settings("--allow-loss="),
                                effect,
                                settings.isEmpty() ? "" : " with" + settings));
    }

    private String settings(String allowing) {
        return Stream.concat(
                        Stream.of(loss).filter(lost -> lost > 0).map(lost -> " " + allowing + lost),
                        breaches.stream()
                                .filter(breach -> breach.usual() != null)
                                .map(breach -> " drift.%s=never".formatted(breach.figure())))
                .distinct()
                .collect(Collectors.joining());
    }
}
