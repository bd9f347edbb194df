package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.web.context.support.WebApplicationContextUtils;

/**
 * Firewall that also refuses requests for other hosts: another site can point its own name to this machine (DNS
 * rebinding), and its pages would count as pages of this server.
 */
final class HostFirewall extends StrictHttpFirewall implements RequestRejectedHandler {

    private static final Pattern PORT = Pattern.compile(":\\d*$");
    private static final Pattern LITERAL = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+|[0-9a-f.]*:[0-9a-f:.]*");

    private final Set<String> hosts;
    private final ApplicationContext pages;

    /** @param pages context of the pages; a separate port for health and metrics has another one, and accepts any name */
    HostFirewall(Access access, ApplicationContext pages) {
        this.hosts = access.hosts();
        this.pages = pages;
        // The name of a job can contain a percent sign, and no path is decoded twice.
        setAllowUrlEncodedPercent(true);
    }

    @Override
    public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
        // The server name is what a trusted proxy forwards; the superclass knows neither the header nor the address.
        if (isForPages(request)
                && !(isOwn(request.getHeader("Host"), request) && isOwn(request.getServerName(), request))) {
            throw new UnknownHostRejection();
        }
        return super.getFirewalledRequest(request);
    }

    private boolean isForPages(HttpServletRequest request) {
        return pages.equals(WebApplicationContextUtils.getWebApplicationContext(request.getServletContext()));
    }

    private boolean isOwn(@Nullable String host, HttpServletRequest request) {
        if (host == null) {
            return false;
        }
        // An IPv6 address without brackets, as some proxies send it, has no port.
        boolean port = host.startsWith("[") || host.indexOf(':') == host.lastIndexOf(':');
        String name = Access.name(port ? PORT.matcher(host).replaceFirst("") : host);
        return name.equals("localhost") || hosts.contains(name) || isSame(name, request.getLocalAddr());
    }

    /** Returns whether the name is the address at which the request came in. */
    private static boolean isSame(String name, String local) {
        try {
            return LITERAL.matcher(name).matches()
                    && InetAddress.getByName(name).equals(InetAddress.getByName(local));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Answers directly for another host, since the error page would be refused again. */
    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, RequestRejectedException rejected)
            throws IOException {
        if (rejected instanceof UnknownHostRejection) {
            Headers.refuse(
                    request,
                    response,
                    HttpServletResponse.SC_BAD_REQUEST,
                    "This server does not have the name of the request. To add a name: mongohaul serve --host=NAME");
        } else if (Headers.isForApi(request)) {
            Headers.refuse(
                    request,
                    response,
                    HttpServletResponse.SC_BAD_REQUEST,
                    "The address has characters that a path of the API cannot have");
        } else {
            Headers.write(request, response);
            response.sendError(HttpServletResponse.SC_BAD_REQUEST);
        }
    }

    private static final class UnknownHostRejection extends RequestRejectedException {

        private static final long serialVersionUID = 1L;

        UnknownHostRejection() {
            super("The host of the request is not a name of this server");
        }
    }
}
