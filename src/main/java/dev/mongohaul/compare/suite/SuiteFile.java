package dev.mongohaul.compare.suite;

import dev.mongohaul.job.file.SettingsReader;
import dev.mongohaul.job.file.SettingsSchema;
import dev.mongohaul.job.file.WrittenSettings;
import dev.mongohaul.text.InvalidSettingsException;
import dev.mongohaul.text.Rules;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What stands in the file of a suite.
 *
 * @param common settings and conditions of all cells; each value alone
 * @param cells blocks: each value of a key makes cells with each value of the others
 * @param published entries: settings that find cells, and a figure
 */
public record SuiteFile(
        String question, @Nullable String job, int runs, Block common, List<Block> cells, List<Block> published) {

    public SuiteFile {
        Rules rules = new Rules();
        rules.count(runs, 1, "runs");
        rules.require(
                !cells.isEmpty(), "is empty: at least one block is needed, such as - writer: [save, raw]", "cells");
        rules.require(question.lines().count() == 1, "has several lines, or none: one is needed", "question");
        common.values()
                .forEach((key, values) -> rules.require(
                        values.size() == 1, "has several values, which belong under cells", "common", key));
        rules.enforce();
    }

    /**
     * Returns the suite that settings describe.
     *
     * @return null where they are wrong, each mistake among their problems
     */
    static @Nullable SuiteFile of(WrittenSettings settings) {
        Head head = Head.READER.read(settings);
        if (head == null) {
            return null;
        }
        Block common = Block.of(settings, settings.root().path("common"), List.of("common"));
        try {
            return new SuiteFile(
                    head.question(),
                    head.job(),
                    head.runs(),
                    common,
                    Block.listed(settings, "cells"),
                    Block.listed(settings, "published"));
        } catch (InvalidSettingsException e) {
            e.violations()
                    .forEach(broken ->
                            settings.addProblem(settings.placeOf(broken.key()), broken.key(), broken.message()));
            return null;
        }
    }

    /** Keys of a suite that are no blocks. */
    record Head(String question, @Nullable String job, int runs) {

        private static final SettingsReader<Head> READER =
                new SettingsReader<>(SettingsSchema.of("/mongohaul-suite.schema.json"), Head.class, Map.of());
    }
}
