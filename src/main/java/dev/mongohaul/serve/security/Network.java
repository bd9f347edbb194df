package dev.mongohaul.serve.security;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Where a login comes from, as far as it is counted. Of IPv6 that is the /64, which a household or a machine has to itself. */
final class Network {

    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*");
    private static final int PREFIX_BYTES = 8;
    private static final int LONGEST = 64;

    private Network() {}

    /** A text that is equal for equal networks, and short whatever the address is. */
    static String of(String address) {
        String literal = address.replaceAll("%.*", "");
        if (IPV6.matcher(literal).matches()) {
            try {
                InetAddress parsed = InetAddress.getByName(literal);
                if (parsed instanceof Inet6Address) {
                    return HexFormat.of().formatHex(Arrays.copyOf(parsed.getAddress(), PREFIX_BYTES)) + "/64";
                }
                return parsed.getHostAddress();
            } catch (UnknownHostException e) {
                return "unknown";
            }
        }
        return address.length() <= LONGEST ? address : "unknown";
    }
}
