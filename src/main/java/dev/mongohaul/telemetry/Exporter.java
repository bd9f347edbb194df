package dev.mongohaul.telemetry;

import dev.mongohaul.job.run.ImportMeter;

/** Receiver of metrics and traces. */
interface Exporter {

    /** Returns a meter of the spans of a run. */
    default ImportMeter spans() {
        return ImportMeter.NONE;
    }

    /** Sends what is left to be sent, and throws if the receiver does not accept it. */
    void flush();

    /** Returns the name of the receiver, which may be printed. */
    String receiver();
}
