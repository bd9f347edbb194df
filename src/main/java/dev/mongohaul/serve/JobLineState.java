package dev.mongohaul.serve;

/** State of a job, by the newer of its last import and its last slot. */
enum JobLineState {
    FAILED("failed"),
    MISSED("missed"),
    RUNNING("running"),
    STOPPED("stopped"),
    COMPLETED("completed"),
    NEW("not run yet");

    final String word;

    JobLineState(String word) {
        this.word = word;
    }

    boolean needsAttention() {
        return this == FAILED || this == MISSED;
    }
}
