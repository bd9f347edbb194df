package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.text.Glob;
import dev.mongohaul.text.Printable;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Address of an object on another machine: {@code scheme://[user@]host[:port]/path}. Its text has no query, which can be a
 * signature; the process keeps the query that was given last.
 *
 * @param scheme in lower case
 * @param user empty if none is named
 * @param host name, address, or bucket; in lower case, unless it is a bucket
 * @param port 0 for that of the scheme
 * @param path from its first slash on, as written
 */
record RemoteAddress(String scheme, String user, String host, int port, String path) {

    private static final Pattern SCHEME = Pattern.compile("(?i)(s3|https|sftp)://.*", Pattern.DOTALL);
    private static final Pattern PARTS = Pattern.compile(
            "(?<scheme>[A-Za-z0-9]+)://(?:(?<user>[^/@?#]*)@)?(?<host>[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::(?<port>[0-9]{1,5}))?(?<path>/[^\\p{Cntrl}\\\\]*)");
    private static final Pattern GLOB = Pattern.compile("[*?\\[{]");
    private static final Queries QUERIES = new Queries();

    /** Longest address without its query. */
    private static final int LONGEST = 4 << 10;

    /** Returns whether a name is an address of a scheme that has a store; nothing is resolved. */
    static boolean isRemote(String name) {
        return SCHEME.matcher(name).matches();
    }

    /**
     * Reads an address, and remembers its query.
     *
     * @throws InputException if it is none; the message has no query
     */
    static RemoteAddress of(String text) {
        boolean https = text.regionMatches(true, 0, "https:", 0, 6);
        int end = https ? text.indexOf('?') : -1;
        String shown = end < 0 ? text : text.substring(0, end);
        if (shown.length() > LONGEST || text.length() - shown.length() > Queries.LONGEST) {
            throw InputException.refused(
                    "%s is too long: an address has at most %,d characters before the question mark, and %,d after it"
                            .formatted(Printable.excerpt(withoutPassword(shown)), LONGEST, Queries.LONGEST));
        }
        Matcher parts = PARTS.matcher(shown);
        if (!parts.matches() || parts.group("path").equals("/")) {
            throw InputException.refused(
                    "%s is not an address of a file: write s3://bucket/key, https://host/path or sftp://user@host/path"
                            .formatted(withoutPassword(shown)));
        }
        String scheme = parts.group("scheme").toLowerCase(Locale.ROOT);
        String user = parts.group("user") == null ? "" : parts.group("user");
        if (user.contains(":") || (!user.isEmpty() && !scheme.equals("sftp"))) {
            throw InputException.refused(
                    "%s: an address has no password, and only one of sftp has a user; docs/sources.md says where credentials are kept"
                            .formatted(withoutPassword(shown)));
        }
        if (scheme.equals("s3") && parts.group("port") != null) {
            throw InputException.refused(
                    "%s: an address of S3 is s3://bucket/key; name another server in AWS_ENDPOINT_URL_S3"
                            .formatted(shown));
        }
        if (https && (shown.contains("#") || shown.contains("*"))) {
            throw InputException.refused("%s: an https address names one file, without * and #".formatted(shown));
        }
        String host =
                scheme.equals("s3") ? parts.group("host") : parts.group("host").toLowerCase(Locale.ROOT);
        int port = parts.group("port") == null ? 0 : Integer.parseInt(parts.group("port"));
        RemoteAddress address = new RemoteAddress(scheme, user, host, port, parts.group("path"));
        if (end >= 0) {
            QUERIES.put(address.toString(), text.substring(end + 1));
        }
        return address;
    }

    private static String withoutPassword(String text) {
        return text.replaceFirst("(?<=//)[^/]*@", "***@");
    }

    /** Returns what followed the question mark when the address was read last; empty if nothing did. */
    String query() {
        return QUERIES.of(toString());
    }

    /** Returns whether the path has wildcards. */
    boolean isPattern() {
        return !scheme.equals("https") && GLOB.matcher(path).find();
    }

    /** Returns the path up to its first wildcard. */
    String prefix() {
        Matcher wildcard = GLOB.matcher(path);
        return isPattern() && wildcard.find() ? path.substring(0, wildcard.start()) : path;
    }

    /**
     * Returns which paths this pattern matches.
     *
     * @throws InputException if it is no pattern
     */
    Predicate<String> matcher() {
        try {
            Glob glob = Glob.of(path);
            return candidate -> {
                try {
                    return glob.matches(Path.of(candidate).toString());
                } catch (InvalidPathException e) {
                    return false;
                }
            };
        } catch (PatternSyntaxException e) {
            throw InputException.refused("%s is not a pattern: %s".formatted(this, e.getDescription()));
        }
    }

    /** Returns the server of the address, for any user. */
    RemoteAddress server() {
        return new RemoteAddress(scheme, "", host, port, "/");
    }

    RemoteAddress withPath(String other) {
        return new RemoteAddress(scheme, user, host, port, other);
    }

    /** Returns the text of the address, which has no query. */
    @Override
    public String toString() {
        return "%s://%s%s%s%s"
                .formatted(scheme, user.isEmpty() ? "" : user + "@", host, port == 0 ? "" : ":" + port, path);
    }
}
