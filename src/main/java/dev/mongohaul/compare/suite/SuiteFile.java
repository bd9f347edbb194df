package dev.mongohaul.compare.suite;

import dev.mongohaul.job.file.Rules;
import dev.mongohaul.job.file.setting.Setting;
import dev.mongohaul.job.file.yaml.Scalar;
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
        @Setting("what the suite answers, one line") String question,

        @Setting("a job whose input and target are used; none: generated products") @Nullable
        String job,

        @Setting(value = "how often each cell is measured", defaultValue = "3", min = 1)
        int runs,

        @Setting(value = "what all cells have", defaultValue = "{}", mapKey = "setting")
        Map<String, List<Scalar>> common,

        @Setting(value = "blocks of settings; each value of a list makes cells of its own", mapKey = "setting")
        List<Map<String, List<Scalar>>> cells,

        @Setting(value = "what an article says: settings, and milliseconds, per-second or times", defaultValue = "[]")
        List<Map<String, List<Scalar>>> published) {

    public SuiteFile {
        Rules rules = new Rules();
        rules.count(runs, 1, "runs");
        rules.require(
                !cells.isEmpty(), "is empty: at least one block is needed, such as - writer: [save, raw]", "cells");
        rules.require(question.lines().count() == 1, "has several lines, or none: one is needed", "question");
        common.forEach((key, values) ->
                rules.require(values.size() == 1, "has several values, which belong under cells", "common", key));
        rules.enforce();
    }
}
