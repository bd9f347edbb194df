package dev.mongohaul.serve.security;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Slows guessing down: after a few failures each login has to wait for twice as long as the one before. Counted are a name
 * together with the network it comes from, so that nobody can shut out anybody else, and, more patiently, the network with
 * whatever names. Thread-safe; remembers a bounded number of them, the last ones.
 */
final class LoginBrake {

    private static final int FREE_OF_NAME = 3;
    private static final int FREE_OF_NETWORK = 30;
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration FORGOTTEN = Duration.ofMinutes(15);
    private static final int MOST_REMEMBERED = 10_000;
    private static final int MOST_DOUBLINGS = 10;
    private static final String ANY = "";

    /** Who tries: a name from a network, or whatever name. */
    private record Key(String network, String name) {}

    private record Failures(int count, Instant next) {}

    private static final class Recent extends LinkedHashMap<Key, Failures> {

        private static final long serialVersionUID = 1L;

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Failures> eldest) {
            return size() > MOST_REMEMBERED;
        }
    }

    private final InstantSource clock;
    private final Map<Key, Failures> names = new Recent();
    private final Map<Key, Failures> networks = new Recent();

    LoginBrake(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * How long a login has to wait; zero where it is to be looked at, and then it counts as a failure until it is told to be
     * none: logins at the same moment are no way around.
     */
    synchronized Duration attempt(String network, String name) {
        Key named = new Key(network, name);
        Key any = new Key(network, ANY);
        Duration wait = longer(wait(names.get(named)), wait(networks.get(any)));
        if (wait.isZero()) {
            names.put(named, failed(names.get(named), FREE_OF_NAME));
            networks.put(any, failed(networks.get(any), FREE_OF_NETWORK));
        }
        return wait;
    }

    /** The name is forgiven; the network is what other names left it with. */
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
        int count = before == null || before.next.plus(FORGOTTEN).isBefore(now) ? 1 : before.count + 1;
        return new Failures(count, now.plus(count < free ? Duration.ZERO : delay(count - free)));
    }

    private static Duration delay(int doublings) {
        Duration doubled = Duration.ofSeconds(1L << Math.min(doublings, MOST_DOUBLINGS));
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
