package dev.mongohaul.job.expect;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.text.Printable;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Text of a checksum file as {@code sha256sum} writes it: a line for each file, with the checksum in hexadecimal and the
 * file's name, or one line with the checksum alone.
 *
 * @param path address of the checksum file, whose ending names the algorithm
 */
record ChecksumFile(String path, String text) {

    private static final Pattern LINE = Pattern.compile("\\\\?(\\p{XDigit}+)(?:[ \\t]+\\*?(.+))?");

    /** Returns the name of the algorithm. */
    String algorithm() {
        return switch (path.substring(path.lastIndexOf('.') + 1)) {
            case "md5" -> "MD5";
            case "sha1" -> "SHA-1";
            case "sha256" -> "SHA-256";
            default -> "SHA-512";
        };
    }

    /**
     * Returns the checksum of a file in lower case.
     *
     * @throws InputException if the text has none for it
     */
    String of(String file) {
        List<String> lines =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        List<String> found = lines.stream()
                .map(this::matched)
                .filter(line -> isFor(file, line, lines.size()))
                .map(line -> line.group(1).toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
        if (found.size() != 1) {
            throw InputException.refused("%s has %s for %s: it needs a line with the checksum and this name"
                    .formatted(
                            path,
                            found.isEmpty() ? "no checksum" : found.size() + " different checksums",
                            Printable.quoted(name(file))));
        }
        return found.get(0);
    }

    private Matcher matched(String line) {
        Matcher matcher = LINE.matcher(line);
        int digits = 2 * DigestUtils.getDigest(algorithm()).getDigestLength();
        if (!matcher.matches() || matcher.group(1).length() != digits) {
            throw InputException.refused("%s: %s is not a %s checksum: %d hexadecimal digits, and the name of the file"
                    .formatted(path, Printable.excerpt(line), algorithm(), digits));
        }
        return matcher;
    }

    private static boolean isFor(String file, Matcher line, int lines) {
        return line.group(2) == null ? lines == 1 : name(line.group(2)).equals(name(file));
    }

    private static String name(String path) {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }
}
