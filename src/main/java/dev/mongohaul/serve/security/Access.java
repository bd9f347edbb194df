package dev.mongohaul.serve.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Who may reach the program, and by which names.
 *
 * @param hosts names that it answers to, in small letters, besides localhost and the address it listens at
 * @param users who may log in; empty where whoever reaches it, on this machine alone, may do everything
 */
public record Access(Set<String> hosts, List<User> users) {

    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::");

    public Access {
        hosts = Set.copyOf(hosts);
        users = List.copyOf(users);
    }

    /**
     * What these settings mean.
     *
     * @param address to listen at
     * @param hosts more names that it answers to, without a port
     * @throws InvalidAccessException where they do not fit
     */
    public static Access of(String address, List<String> hosts, Optional<Path> usersFile) {
        Set<String> names = new HashSet<>();
        if (!WILDCARDS.contains(address)) {
            names.add(name(address));
        }
        hosts.forEach(host -> names.add(named(host)));
        List<User> users = usersFile.map(file -> new UsersFile(file).read()).orElse(List.of());
        if (users.isEmpty() && !isLoopback(address)) {
            throw new InvalidAccessException(
                    "--address=%s can be reached from other machines, so that it takes users.".formatted(address)
                            + " 'mongohaul password NAME --role=operate' prints a line for one: put it into a file that only"
                            + " you can read, and name that by --users-file or MONGOHAUL_USERS_FILE");
        }
        return new Access(names, users);
    }

    /** Whether there is a login. */
    public boolean hasUsers() {
        return !users.isEmpty();
    }

    private static String named(String host) {
        String name = name(host);
        if (name.isBlank() || !name.matches("[a-z0-9._-]+|[0-9a-f:.]+") || name.matches("[^:]*:\\d+")) {
            throw new InvalidAccessException(
                    "--host=%s is no name of a host, such as nights.example.com, without http:// and port"
                            .formatted(host));
        }
        return name;
    }

    /** As it is compared: small letters, no brackets, no dot at its end. */
    public static String name(String host) {
        return host.toLowerCase(Locale.ROOT).replaceAll("^\\[|]$|\\.$", "");
    }

    private static boolean isLoopback(String address) {
        try {
            return Arrays.stream(InetAddress.getAllByName(address)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            throw new InvalidAccessException("--address=%s: is no address of this machine".formatted(address));
        }
    }
}
