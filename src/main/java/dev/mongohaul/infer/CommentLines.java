package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.infer.column.ColumnProfile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Decision about the lines that begin like comments.
 *
 * <p>They are comments only if none of them has as many cells as a record. If some have, those above the table are skipped,
 * or the last of them is the header; all others are records.
 */
record CommentLines(Sample sample, DialectSearch search, Hints hints) {

    /** A column's name after a sign: at most two words. */
    private static final Pattern NAME =
            Pattern.compile("(#|//|--|%|;|!|\\*)?[ \\t]*([\\p{L}_][^\\s:]*( [^\\s:]+)?)?[ \\t]*");

    private static final Pattern SENTENCE = Pattern.compile("(#|//|--|%|;|!|\\*)([#/ \\t].*)?|REM.*", Pattern.DOTALL);

    /** A line is like a record if at least this share of the records has as many cells. */
    private static final double SOME = 0.1;

    /** Returns the profile in which lines that begin like comments are comments, skipped, a header or records. */
    static InputProfile decided(InputProfile profile, Hints hints) throws IOException {
        CommentLines lines = new CommentLines(profile.sample, profile.guess.search(), hints);
        boolean commented = !profile.guess.comments().isEmpty();
        if (commented && !hints.hasComment()) {
            Count count = lines.count(profile.guess, 0);
            if (count.records() == 0) {
                return profile.withComments(count.comments);
            }
            return lines.withTop(lines.profile(new OmittedLines("", 0)));
        }
        return commented ? profile : lines.withTop(profile);
    }

    /** Counts the lines after these. */
    private Count count(DialectGuess guess, int skipLines) throws IOException {
        Count count = new Count(guess.width());
        sample.records(
                guess.withComments(hints.skipLines().orElse(skipLines)),
                Sample.ANY_WIDTH,
                (item, first) -> count.add(item));
        return count;
    }

    /** Skips the lines above the table that begin like comments, if the table is certain without them. */
    private InputProfile withTop(InputProfile plain) throws IOException {
        List<CsvItem> top = hints.skipLines().isPresent() ? List.of() : search.top();
        if (top.isEmpty() || !plain.isReadable()) {
            return plain;
        }
        InputProfile below = profile(new OmittedLines("", lines(top)));
        if (!below.isReadable()) {
            return plain;
        }
        CsvItem last = top.get(top.size() - 1);
        InputProfile named = profile(new OmittedLines("", lines(top.subList(0, top.size() - 1))));
        CsvRecord first = named.isReadable() ? named.firsts.get(0) : null;
        if (first == null
                || first.location().line() != last.location().line()
                || first.cellCount() != below.guess.width()) {
            return withoutOthers(below);
        }
        boolean recordsAbove = top.size() > 1 && top.stream().noneMatch(line -> isSentence(search.text(line)));
        if (below.records == 0 || !HeaderGuess.of(below).isThere()) {
            return recordsAbove || (below.records > 0 && below.isLikeOthers(first)) ? plain : named;
        }
        boolean certain = below.columns.stream().anyMatch(ColumnProfile::isDistinctive)
                || (ColumnNames.areUsual(below.firsts.get(0).texts()) && !ColumnNames.areUsual(first.texts()));
        if (certain || !areNames(first)) {
            return withoutOthers(below);
        }
        return recordsAbove ? plain : named;
    }

    /** Returns the profile without further lines that begin with the comment character, if all of them are comments. */
    private InputProfile withoutOthers(InputProfile below) throws IOException {
        OmittedLines top = below.guess.omitted();
        if (hints.hasComment() || below.likeComments.count() + below.misfits() == 0) {
            return below;
        }
        Count others = count(below.guess, top.skipLines());
        return others.comments == 0 || others.records() > 0
                ? below
                : profile(new OmittedLines(OmittedLines.COMMENT, top.skipLines()))
                        .withComments(others.comments);
    }

    private InputProfile profile(OmittedLines omitted) throws IOException {
        return new InputProfile(sample, search.guess(omitted));
    }

    private static int lines(List<CsvItem> skipped) {
        return skipped.isEmpty()
                ? 0
                : Math.toIntExact(skipped.get(skipped.size() - 1).location().nextLine() - 1);
    }

    private static boolean areNames(CsvRecord record) {
        return record.texts().stream().allMatch(name -> NAME.matcher(name).matches());
    }

    /** Returns whether a sign begins a sentence, and not a name or a number. */
    private static boolean isSentence(String line) {
        return SENTENCE.matcher(line).matches();
    }

    /** Numbers of cells of the lines that begin with the comment character, and of all others. */
    private static final class Count {

        private final int width;
        private final Map<Integer, Long> commentsByCells = new HashMap<>();
        private final Map<Integer, Long> othersByCells = new HashMap<>();
        private long comments;
        private long others;

        Count(int width) {
            this.width = width;
        }

        void add(CsvItem item) {
            byte[] bytes = item.toByteArray();
            boolean comment = bytes.length > 0 && bytes[0] == OmittedLines.COMMENT.charAt(0);
            comments += comment ? 1 : 0;
            others += comment ? 0 : 1;
            if (item instanceof CsvRecord record) {
                (comment ? commentsByCells : othersByCells).merge(record.cellCount(), 1L, Long::sum);
            }
        }

        /** Returns how many of the lines have as many cells as the header, or as some records. */
        long records() {
            return width == 1
                    ? comments
                    : commentsByCells.entrySet().stream()
                            .filter(each -> each.getKey() == width
                                    || othersByCells.getOrDefault(each.getKey(), 0L) > SOME * others)
                            .mapToLong(Map.Entry::getValue)
                            .sum();
        }
    }
}
