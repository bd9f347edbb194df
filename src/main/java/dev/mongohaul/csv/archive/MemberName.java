package dev.mongohaul.csv.archive;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of files in an archive: {@code in/a.zip!/orders-*.csv}.
 *
 * @param archive path, glob or address; the whole name if that names no file in an archive
 * @param member name or glob; empty if none is named
 */
public record MemberName(String archive, String member) {

    static final String SEPARATOR = "!/";

    private static final Pattern MEMBER = Pattern.compile("(?is)(.*?\\.zip)" + SEPARATOR + "(.*)");

    public static MemberName of(String name) {
        Matcher parts = MEMBER.matcher(name);
        return parts.matches() ? new MemberName(parts.group(1), parts.group(2)) : new MemberName(name, "");
    }

    @Override
    public String toString() {
        return member.isEmpty() ? archive : archive + SEPARATOR + member;
    }
}
