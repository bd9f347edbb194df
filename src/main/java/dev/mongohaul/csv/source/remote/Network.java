package dev.mongohaul.csv.source.remote;

import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Range of addresses, such as {@code 10.0.0.0/8} or {@code fd00::/8} (<a
 * href="https://www.rfc-editor.org/rfc/rfc4632">RFC 4632</a>).
 *
 * @param base an address of it
 * @param bits number of leading bits that all its addresses share
 */
public record Network(InetAddress base, int bits) {

    /** Beside those that {@link InetAddress} knows: this network, shared addresses, benchmarks, unique local ones, NAT64. */
    private static final List<Network> PRIVATE = List.of(
            of("0.0.0.0/8"),
            of("100.64.0.0/10"),
            of("192.0.0.0/24"),
            of("198.18.0.0/15"),
            of("240.0.0.0/4"),
            of("fc00::/7"),
            of("64:ff9b::/96"),
            of("64:ff9b:1::/48"));

    /**
     * Reads a range.
     *
     * @throws IllegalArgumentException if the text is none; host names are not resolved
     */
    public static Network of(String text) {
        String[] parts = text.strip().split("/", 2);
        try {
            if (!parts[0].matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")) {
                throw new UnknownHostException(parts[0]);
            }
            InetAddress base = InetAddress.getByName(parts[0]);
            int all = base.getAddress().length * Byte.SIZE;
            int bits = parts.length == 1 ? all : Integer.parseInt(parts[1]);
            if (bits < 0 || bits > all) {
                throw new UnknownHostException(text);
            }
            return new Network(base, bits);
        } catch (UnknownHostException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'%s' is not a network: write it as 10.0.0.0/8 or fd00::/8".formatted(text), e);
        }
    }

    /** Returns whether an address is one of no machine in the public Internet. */
    static boolean isPrivate(InetAddress address) {
        InetAddress inner = unwrapped(address);
        return inner.isLoopbackAddress()
                || inner.isAnyLocalAddress()
                || inner.isLinkLocalAddress()
                || inner.isSiteLocalAddress()
                || inner.isMulticastAddress()
                || PRIVATE.stream().anyMatch(network -> network.contains(inner));
    }

    /** Returns the IPv4 address in one of 6to4 (RFC 3056) or of IPv4-compatible IPv6 (RFC 4291); else the address. */
    private static InetAddress unwrapped(InetAddress address) {
        byte[] bytes = address.getAddress();
        try {
            if (address instanceof Inet6Address && bytes[0] == 0x20 && bytes[1] == 0x02) {
                return InetAddress.getByAddress(Arrays.copyOfRange(bytes, 2, 6));
            }
            if (address instanceof Inet6Address six && six.isIPv4CompatibleAddress()) {
                return InetAddress.getByAddress(Arrays.copyOfRange(bytes, 12, 16));
            }
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
        return address;
    }

    boolean contains(InetAddress address) {
        byte[] other = address.getAddress();
        byte[] own = base.getAddress();
        return own.length == other.length
                && new BigInteger(1, own)
                                .xor(new BigInteger(1, other))
                                .shiftRight(own.length * Byte.SIZE - bits)
                                .signum()
                        == 0;
    }
}
