package dev.mongohaul.repository.file;

import dev.mongohaul.csv.place.ObjectMark;
import java.time.Instant;
import org.bson.codecs.pojo.annotations.BsonId;
import org.jspecify.annotations.Nullable;

/**
 * File of a job, as it was when it was imported or looked at.
 *
 * @param state what is known of it
 * @param reason why it was not imported, or not moved; null if it was
 * @param importNumber number of its import; 0 if there is none
 * @param at when the state was saved
 * @param until when the file is forgotten unless it is seen again
 * @param goes where it goes, or went, after its import: an absolute path, or empty if it is deleted; null if it stays
 * @param gone whether it is there, or deleted; true without a place if another file took its own first
 */
public record KnownFile(
        @BsonId FileId id,
        ObjectMark mark,
        FileState state,
        @Nullable String reason,
        long importNumber,
        Instant at,
        Instant until,
        @Nullable String goes,
        boolean gone) {

    /** Returns how many bytes it had. */
    public long size() {
        return mark.size();
    }

    /** Returns when it had been changed last. */
    public Instant modified() {
        return mark.modified();
    }

    /** Returns whether its content counts as imported. */
    public boolean isImported() {
        return state == FileState.COMPLETED;
    }

    /** Returns whether a file of a mark, under the same path, is this one without a change, and was imported. */
    public boolean isImportOf(ObjectMark other) {
        return isImported() && mark.isUnchanged(other);
    }

    /** Returns the same file with another place that it goes to. */
    public KnownFile going(@Nullable String place, @Nullable String why) {
        return new KnownFile(id, mark, state, why, importNumber, at, until, place, false);
    }

    /** Returns the same file, moved or deleted. */
    public KnownFile taken() {
        return new KnownFile(id, mark, state, isImported() ? null : reason, importNumber, at, until, goes, true);
    }

    /** Returns the same file, which another one replaced, or a user removed, before it could be moved or deleted. */
    public KnownFile replaced() {
        String why = isImported() ? "was replaced or removed after its import" : reason;
        return new KnownFile(id, mark, state, why, importNumber, at, until, null, true);
    }

    /** Returns the same file, which is to be imported again, and stays where it is. */
    public KnownFile forgotten() {
        return new KnownFile(id, mark, FileState.FORGOTTEN, null, importNumber, at, until, null, gone);
    }

    /** Returns whether it has to be moved or deleted yet. */
    public boolean waits() {
        return goes != null && !gone;
    }
}
