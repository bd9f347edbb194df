package dev.mongohaul.csv.source.remote;

import java.io.IOException;

/** Refusal to read or change an object that is not the version that was found any more. */
final class ObjectChangedException extends IOException {

    private static final long serialVersionUID = 1L;

    ObjectChangedException(String message) {
        super(message);
    }
}
