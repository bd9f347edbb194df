package dev.mongohaul.job.processor;

import dev.mongohaul.text.Printable;

/** Exception for a processor that cannot process any record, so that the import cannot continue. */
final class ProcessorFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ProcessorFailedException(String message, Throwable cause) {
        super(Printable.of(message), cause);
    }
}
