package dev.mongohaul.serve.security;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Throttle against password guessing: after a few failures, each further login has to wait twice as long as the one before.
 * Failures are counted per name and network, so that no client can lock out another one, and, with a higher limit, per
 * network. Keeps a bounded number of the latest failures. Thread-safe.
 */
final class LoginThrottle {

    private static final int FREE_PER_NAME = 3;
    private static final int FREE_PER_NETWORK = 30;
    private static final Duration MAX_DELAY = Duration.ofMinutes(1);
    private static final Duration RETENTION = Duration.ofMinutes(15);
    private static final int MAX_KEYS = 10_000;
    private static final int MAX_DOUBLINGS = 10;
    private static final String ANY = "";
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*");
    private static final int PREFIX_BYTES = 8;
    private static final int MAX_LENGTH = 64;

    /** Source of logins: a network with one name, or with any. */
    private record Key(String network, String name) {}

    private record Failures(int count, Instant next) {}

    private static final class Recent extends LinkedHashMap<Key, Failures> {

        private static final long serialVersionUID = 1L;

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Failures> eldest) {
            return size() > MAX_KEYS;
        }
    }

    private final InstantSource clock;
    private final Map<Key, Failures> names = new Recent();
    private final Map<Key, Failures> networks = new Recent();

    LoginThrottle(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Returns how long a login has to wait. If zero, the login counts as failed until {@link #succeeded} is called, so that
     * concurrent logins do not bypass the throttle.
     */
    synchronized Duration attempt(String network, String name) {
        Key named = new Key(network, name);
        Key any = new Key(network, ANY);
        Duration wait = Collections.max(List.of(wait(names.get(named)), wait(networks.get(any))));
        if (wait.isZero()) {
            names.put(named, failed(names.get(named), FREE_PER_NAME));
            networks.put(any, failed(networks.get(any), FREE_PER_NETWORK));
        }
        return wait;
    }

    /** Resets the failures of the name; those of other names still count for the network. */
    synchronized void succeeded(String network, String name) {
        names.remove(new Key(network, name));
        networks.computeIfPresent(
                new Key(network, ANY), (key, failures) -> new Failures(failures.count - 1, clock.instant()));
    }

    private Duration wait(@Nullable Failures failures) {
        Instant now = clock.instant();
        return failures == null || !failures.next.isAfter(now) ? Duration.ZERO : Duration.between(now, failures.next);
    }

    private Failures failed(@Nullable Failures before, int free) {
        Instant now = clock.instant();
        int count = before == null || before.next.plus(RETENTION).isBefore(now) ? 1 : before.count + 1;
        return new Failures(count, now.plus(count < free ? Duration.ZERO : delay(count - free)));
    }

    private static Duration delay(int doublings) {
        return Collections.min(List.of(Duration.ofSeconds(1L << Math.min(doublings, MAX_DOUBLINGS)), MAX_DELAY));
    }

    /**
     * Returns the network of a login, as a short text: the address, or the /64 of an IPv6 address, which one household or
     * machine has.
     */
    static String network(String address) {
        String literal = address.replaceAll("%.*", "");
        if (!IPV6.matcher(literal).matches()) {
            return address.length() <= MAX_LENGTH ? address : "unknown";
        }
        try {
            InetAddress parsed = InetAddress.getByName(literal);
            return parsed instanceof Inet6Address
                    ? HexFormat.of().formatHex(parsed.getAddress(), 0, PREFIX_BYTES) + "/64"
                    : parsed.getHostAddress();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
