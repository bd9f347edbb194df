package dev.mongohaul.job.launch;

import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.run.Run;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bson.types.ObjectId;

/** Result of an import by offset: documents without their generated ids, and rejects. */
final class Imported {

    private Imported() {}

    static Map<Long, Object> of(Program program, String collection, Run run) {
        Map<Long, Object> found = new TreeMap<>();
        program.documents(collection)
                .forEach(document -> put(found, offset((ObjectId) document.remove("_id")), document));
        try (Stream<Reject> rejects = program.bean(RejectStore.class).stream(run.importNumber())) {
            rejects.forEach(reject -> put(found, reject.record().offset(), reject));
        }
        return found;
    }

    private static void put(Map<Long, Object> found, long offset, Object what) {
        Object before = found.put(offset, what);
        if (before != null) {
            throw new AssertionError("The record at byte %d became both %s and %s".formatted(offset, before, what));
        }
    }

    /** Returns the last five bytes of a generated id. */
    private static long offset(ObjectId id) {
        return Long.parseLong(id.toHexString().substring(14), 16);
    }
}
