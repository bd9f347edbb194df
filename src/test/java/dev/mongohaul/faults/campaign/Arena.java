package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.server.TestReplicaSet;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;

/**
 * Where a run takes place.
 *
 * @param name of the run, for its folder and its database
 * @param rows of the input; a campaign takes its own number where this is 0
 */
public record Arena(String name, TestReplicaSet server, int rows) {

    Trial trial(Subject subject) {
        return new Trial(name, server, subject);
    }

    int rowsOr(int usual) {
        return rows == 0 ? usual : rows;
    }
}
