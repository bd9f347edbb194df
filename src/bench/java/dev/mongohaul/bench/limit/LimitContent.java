package dev.mongohaul.bench.limit;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.WriteContent;
import dev.mongohaul.job.setting.TargetIndex;
import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.writer.send.WriteSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Documents that a job writes, and the collection before them. */
record LimitContent(ImportJob job) {

    String collection() {
        return job.write().collection();
    }

    WriteSettings settings() {
        return job.write();
    }

    /**
     * Returns the indexes of the collection before the first document. A collection whose documents are changed has all
     * indexes of the job, and one on the fields that find a document.
     */
    List<TargetIndex> indexesBefore() {
        if (settings().insertsOnly()) {
            return job.indexes().stream().filter(TargetIndex::unique).toList();
        }
        List<TargetIndex> indexes = new ArrayList<>(job.indexes());
        if (!settings().matchesById()) {
            TargetIndex ofMatch = TargetIndex.on(settings().match(), job.needsUniqueMatch());
            indexes.removeIf(index -> index.keys().equals(ofMatch.keys()) && !index.unique());
            if (indexes.stream().noneMatch(index -> index.keys().equals(ofMatch.keys()))) {
                indexes.add(ofMatch);
            }
        }
        return indexes;
    }

    /** Returns all columns, in the input's order. */
    List<ColumnPlace> columns() {
        return job.mapping().places();
    }

    /** Returns the input's files, in the order they are read. */
    List<Path> files() {
        return job.plannedInputs().stream().map(input -> Path.of(input.path())).toList();
    }

    /** As {@link WriteContent#each(ImportJob, WriteContent.Sink)}. */
    long each(WriteContent.Sink sink) throws IOException {
        return WriteContent.each(job, sink);
    }
}
