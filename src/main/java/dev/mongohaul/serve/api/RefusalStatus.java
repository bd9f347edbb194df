package dev.mongohaul.serve.api;

import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.mongo.ServerStates;
import org.springframework.http.HttpStatus;

/** Status codes of answers to requests that are not carried out. */
public final class RefusalStatus {

    private RefusalStatus() {}

    /** Returns 503 if MongoDB cannot be reached or takes no more work, so that the same request may succeed later. */
    public static HttpStatus of(Refusal refusal, Throwable failure) {
        return switch (refusal.kind()) {
            case WRONG -> HttpStatus.BAD_REQUEST;
            case CONFLICT -> HttpStatus.CONFLICT;
            case FAILED ->
                ServerStates.isServerState(failure) ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.INTERNAL_SERVER_ERROR;
        };
    }
}
