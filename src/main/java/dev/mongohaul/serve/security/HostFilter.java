package dev.mongohaul.serve.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets in what is asked of this server by a name of its own, before anything else looks at it. A page of another site can
 * have that site's name lead to this machine (DNS rebinding), and would be taken for a page of ours.
 */
final class HostFilter extends OncePerRequestFilter {

    private static final int MISDIRECTED = 421;
    private static final Pattern PORT = Pattern.compile(":\\d*$");
    private static final Pattern LITERAL = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+|[0-9a-f.]*:[0-9a-f:.]*");

    private final Set<String> hosts;

    /** @param hosts as {@link Access#hosts} has them */
    HostFilter(Set<String> hosts) {
        this.hosts = hosts;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        // The second is what a trusted proxy says the browser asked for.
        if (isOurs(request.getHeader("Host"), request) && isOurs(request.getServerName(), request)) {
            chain.doFilter(request, response);
        } else {
            Refusal.send(
                    request,
                    response,
                    MISDIRECTED,
                    "This server is not known by the name of the request. If that is its name: mongohaul serve --host=NAME");
        }
    }

    private boolean isOurs(@Nullable String asked, HttpServletRequest request) {
        if (asked == null) {
            return false;
        }
        // Of an address without brackets, as a proxy may give it, the end is no port.
        boolean port = asked.startsWith("[") || asked.indexOf(':') == asked.lastIndexOf(':');
        String name = Access.name(port ? PORT.matcher(asked).replaceFirst("") : asked);
        return name.equals("localhost") || hosts.contains(name) || isSame(name, request.getLocalAddr());
    }

    /** Whether the name is the very address at which the request came in. */
    private static boolean isSame(String name, String local) {
        try {
            return LITERAL.matcher(name).matches()
                    && InetAddress.getByName(name).equals(InetAddress.getByName(local));
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
