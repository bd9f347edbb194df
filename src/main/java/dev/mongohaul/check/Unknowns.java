package dev.mongohaul.check;

import dev.mongohaul.job.ImportJob;
import java.util.ArrayList;
import java.util.List;

/** What nobody can know who looks at the input alone, in short lines for people. */
public final class Unknowns {

    private Unknowns() {}

    public static List<String> of(ImportJob job) {
        List<String> unknowns = new ArrayList<>();
        unknowns.add("whether the collection's validator takes the documents");
        unknowns.add("whether a unique index refuses some of them");
        unknowns.add(
                job.write().insertsOnly()
                        ? "whether some of them are there already"
                        : "which of them are there, to be found");
        if (job.promisesUniqueKeys()) {
            return unknowns;
        }
        if (!job.write().match().isEmpty()) {
            unknowns.add("whether two records have the same "
                    + String.join(", ", job.write().match()));
        } else if (!job.mapping().generatesIds()) {
            unknowns.add("whether two records have the same _id");
        }
        return unknowns;
    }
}
