package dev.mongohaul.notification;

/** Event that is reported to the webhook. An event that is a state of a run or slot has its name. */
enum Event {
    /** The run failed. */
    FAILED,
    /** The process of the run was killed. */
    KILLED,
    /** The slot could not be run, or not all of its files. */
    REFUSED,
    /** More records were rejected than the job allows. */
    REJECT_LIMIT_EXCEEDED,
    /** Another limit of the job was exceeded. */
    LIMIT_EXCEEDED,
    /** More records were rejected than the job's notify setting allows. */
    REJECTS,
    /** The run was asked to stop. */
    STOPPED,
    /** No process served at the time of the slot. */
    MISSED,
    /** An earlier slot of the job was not over. */
    OVERLAPPED,
    /** The import took much longer than usual for the job. */
    SLOWER,
    /** The content differs from that of earlier imports. */
    DRIFT,
    /** The verification of the import found differences, or could not know whether there are any. */
    UNVERIFIED,
    /** The run completed, with or without rejects. */
    COMPLETED,
    /** It is the first one that completed after a failure. */
    RECOVERED,
    /** The slot still waits for its files. */
    LATE
}
