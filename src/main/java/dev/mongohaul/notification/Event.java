package dev.mongohaul.notification;

import java.util.Locale;

/** What is told of a slot. */
public enum Event {
    /** Its run failed, or it could not be run. */
    FAILED,
    /** More records were rejected than the job allows, or than nobody has to be told of. */
    REJECTS,
    /** Its run was asked to stop. */
    STOPPED,
    /** Nobody served at its time. */
    MISSED,
    /** An earlier slot of the job was not over. */
    OVERLAPPED,
    /** Its import took much longer than is usual for the job. */
    SLOWER;

    /** The event as programs are told it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
