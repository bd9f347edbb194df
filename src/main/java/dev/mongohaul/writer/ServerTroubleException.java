package dev.mongohaul.writer;

import com.mongodb.MongoException;
import java.time.Duration;

/** The server did not take writes for longer than it is waited for. Nothing that was not written is forgotten. */
public final class ServerTroubleException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ServerTroubleException(Duration waited, MongoException trouble) {
        super(
                "MongoDB took no writes for %d s: %s. The same command continues the import when it does again"
                        .formatted(waited.toSeconds(), RideThrough.oneLine(trouble)),
                trouble);
    }
}
