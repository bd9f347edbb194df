package dev.mongohaul.writer.delivery;

import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.writer.send.WriteSettings;

/** The server wrote documents but did not confirm them at the write concern asked for. */
public final class UnconfirmedWriteException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnconfirmedWriteException(WriteSettings settings, WriteConcernError error) {
        super(
                ("Documents were written to %s but not confirmed at write concern %s: %s (code %d). They are not counted; "
                                + "the same command sends them again")
                        .formatted(
                                settings.collection(),
                                settings.writeConcern().asDocument().toJson(),
                                error.getMessage(),
                                error.getCode()));
    }
}
