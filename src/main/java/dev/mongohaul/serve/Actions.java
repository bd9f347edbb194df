package dev.mongohaul.serve;

import dev.mongohaul.report.ImportSummary;
import java.util.List;

/**
 * What can be done with an import as it stands.
 *
 * @param run its last try, which is what it is done with
 */
record Actions(long run, boolean stop, boolean restart, boolean abandon) {

    static Actions of(ImportSummary summary) {
        List<Long> runs = summary.runs();
        boolean running = summary.status().equals("running");
        boolean continues = !running && "unfinished".equals(summary.state());
        return new Actions(runs.get(runs.size() - 1), running, continues, continues);
    }
}
