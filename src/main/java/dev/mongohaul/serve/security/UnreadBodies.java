package dev.mongohaul.serve.security;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleListener;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;

/**
 * Closes a connection after a request that was answered before its body had come. Tomcat would read the rest, on a thread
 * that waits for it; what Tomcat answers by itself, such as {@code OPTIONS *}, comes past no filter.
 */
final class UnreadBodies implements Adapter {

    private final Adapter adapter;

    private UnreadBodies(Adapter adapter) {
        this.adapter = adapter;
    }

    /** Has the connector close such connections; before it is initialised. */
    static void close(Connector connector) {
        connector.addLifecycleListener(new LifecycleListener() {
            @Override
            public void lifecycleEvent(LifecycleEvent event) {
                if (Lifecycle.AFTER_INIT_EVENT.equals(event.getType())) {
                    connector
                            .getProtocolHandler()
                            .setAdapter(new UnreadBodies(
                                    connector.getProtocolHandler().getAdapter()));
                }
            }
        });
    }

    @Override
    public void service(Request request, Response response) throws Exception {
        adapter.service(request, response);
        if (!is(request, ActionCode.ASYNC_IS_ASYNC) && !is(request, ActionCode.REQUEST_BODY_FULLY_READ)) {
            request.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }

    private static boolean is(Request request, ActionCode question) {
        AtomicBoolean answer = new AtomicBoolean();
        request.action(question, answer);
        return answer.get();
    }

    @Override
    public boolean prepare(Request request, Response response) throws Exception {
        return adapter.prepare(request, response);
    }

    @Override
    public boolean asyncDispatch(Request request, Response response, SocketEvent event) throws Exception {
        return adapter.asyncDispatch(request, response, event);
    }

    @Override
    public void log(Request request, Response response, long time) {
        adapter.log(request, response, time);
    }

    @Override
    public void checkRecycled(Request request, Response response) {
        adapter.checkRecycled(request, response);
    }

    @Override
    public String getDomain() {
        return adapter.getDomain();
    }
}
