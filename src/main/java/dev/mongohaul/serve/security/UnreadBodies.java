package dev.mongohaul.serve.security;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;
import org.apache.coyote.Response;

/**
 * Adapter that closes a connection after a request that was answered before its body was read. Tomcat would wait for the rest
 * on a thread, with any limit of its size. No filter sees what Tomcat answers by itself, such as {@code OPTIONS *}.
 */
public final class UnreadBodies extends CoyoteAdapter {

    private UnreadBodies(Connector connector) {
        super(connector);
    }

    /** Makes the connector close connections with unread bodies. Called before the connector is initialised. */
    public static void close(Connector connector) {
        connector.addLifecycleListener(event -> {
            if (Lifecycle.AFTER_INIT_EVENT.equals(event.getType())) {
                connector.getProtocolHandler().setAdapter(new UnreadBodies(connector));
            }
        });
    }

    @Override
    public void service(Request request, Response response) throws Exception {
        super.service(request, response);
        if (!is(request, ActionCode.ASYNC_IS_ASYNC) && !is(request, ActionCode.REQUEST_BODY_FULLY_READ)) {
            request.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }

    private static boolean is(Request request, ActionCode question) {
        AtomicBoolean answer = new AtomicBoolean();
        request.action(question, answer);
        return answer.get();
    }
}
