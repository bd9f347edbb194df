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
 * Access to the server: its names and its users.
 *
 * @param hosts names of the server in lower case, besides localhost and the address of a connection
 * @param users who may log in; empty if there is no login, which is allowed only on a loopback address
 */
public record Access(Set<String> hosts, List<User> users) {

    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::");

    public Access {
        hosts = Set.copyOf(hosts);
        users = List.copyOf(users);
    }

    /**
     * Returns the access for these settings.
     *
     * @param address to listen at
     * @param hosts additional names of the server, without a port
     * @throws InvalidAccessException if the settings are invalid
     */
    public static Access of(String address, List<String> hosts, Optional<Path> usersFile) {
        Set<String> names = new HashSet<>();
        if (!WILDCARDS.contains(address)) {
            names.add(name(address));
        }
        hosts.forEach(host -> names.add(checkedName(host)));
        List<User> users = usersFile.map(file -> new UsersFile(file).read()).orElse(List.of());
        if (users.isEmpty() && !isLoopback(address)) {
            throw new InvalidAccessException(
                    "--address=%s can be reached from other machines and therefore requires users.".formatted(address)
                            + " 'mongohaul password NAME --role=operate' prints a line for one: put it into a file that only"
                            + " you can read, and pass that by --users-file or MONGOHAUL_USERS_FILE");
        }
        return new Access(names, users);
    }

    /** Returns whether there is a login. */
    public boolean hasUsers() {
        return !users.isEmpty();
    }

    private static String checkedName(String host) {
        String name = name(host);
        if (name.isBlank() || !name.matches("[a-z0-9._-]+|[0-9a-f:.]+") || name.matches("[^:]*:\\d+")) {
            throw new InvalidAccessException(
                    "--host=%s is not a host name, such as nights.example.com, without http:// and port"
                            .formatted(host));
        }
        return name;
    }

    /** Returns the name in its normal form: lower case, no brackets, no trailing dot. */
    static String name(String host) {
        return host.toLowerCase(Locale.ROOT).replaceAll("^\\[|]$|\\.$", "");
    }

    private static boolean isLoopback(String address) {
        try {
            return Arrays.stream(InetAddress.getAllByName(address)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            throw new InvalidAccessException("--address=%s: is not an address of this machine".formatted(address));
        }
    }
}
