package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.MalformedRecord;
import dev.mongohaul.csv.TotalWords;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.infer.column.ColumnProfile;
import dev.mongohaul.infer.column.ItemVisitor;
import dev.mongohaul.infer.column.NumberSpelling;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Profile of the sample after one pass in a dialect: its columns, and the records that do not fit. */
final class InputProfile implements ItemVisitor {

    /** Words of a line below a table that is not a record. */
    private static final Pattern FOOTER = Pattern.compile(
            "\\(.*\\)|-{2,}.*|={2,}.*|((stand|anzahl|datens[äa]tze|erstellt|exportiert|gedruckt|quelle|seite|ende|source|generated|created|exported"
                    + "|number of|count|page|end of|rows?|records?)(?!\\p{L})|[0-9.,]+ (rows?|records?|datens[äa]tze|zeilen)).*",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);

    private static final int MOST_HELD = 20;
    private static final int MOST_REPEATED = 1000;

    /** Records whose cells are all searched for a total. If none has one, only the first cells of later records are. */
    private static final int MOST_LOOKED_AT = 1000;

    /** Fewest records whose sums show that a line below them is a total, although it has no word for one. */
    private static final int FEWEST_ADDED = 3;

    /** Most records that are added up for that, which takes one more pass. */
    private static final int MOST_ADDED = 10_000;

    /** First characters of records that may be comments. */
    private static final String SIGNS = "#/-<%;!*R";

    /** The sample, which further passes read. */
    final Sample sample;

    final DialectGuess guess;
    private final int width;
    private final @Nullable Character quote;
    private final boolean lenient;
    final List<ColumnProfile> columns;

    /** The first record of each input, which is not counted by {@link #records} nor part of the columns. */
    final List<CsvRecord> firsts = new ArrayList<>();

    /** The last records that look like totals; they are not part of the columns. */
    final List<CsvRecord> totals = new ArrayList<>();

    /** The records with the cells of the header, which are not part of the columns. */
    final Misfits repeated = new Misfits();

    private final Set<Long> repeatedAt = new HashSet<>();

    /** The records below the header that are none. */
    final List<CsvRecord> underHeader = new ArrayList<>();

    /** Offsets of records below the headers that are none. */
    private final Set<Long> outside = new HashSet<>();

    /** Number of them in the current input. */
    private int skipped;

    /** The last records of the current input, which may be no records of the table. */
    private final Deque<Last> lasts = new ArrayDeque<>();

    /** @param apart whether a blank line precedes it */
    private record Last(CsvRecord record, boolean apart) {}

    /** Records of the table that follow blank lines. */
    private long separated;

    /**
     * The records below the table of each input, which are not part of it: totals and footers. Empty for an input
     * that has none.
     */
    final List<List<CsvRecord>> footers = new ArrayList<>();

    private @Nullable CsvRecord last;

    /** The ends of the inputs, each a total until the numbers above it prove or refute that. */
    private final List<InputEnd> ends = new ArrayList<>();

    /** The records that begin like comments. */
    final Misfits likeComments = new Misfits();

    /** The records with a word for a total that are part of the columns. */
    final Misfits totalsInside = new Misfits();

    /** The empty rows, which are not counted by {@link #records} nor part of the columns. */
    final Misfits blank = new Misfits();

    private final Misfits tooLong = new Misfits();

    /** The number of lines that are comments. */
    long comments;

    final Map<String, Misfits> malformed = new LinkedHashMap<>();

    /** The records with another number of cells than there are columns. */
    final Misfits ragged = new Misfits();

    /** The records with fewer cells than there are columns. */
    final Misfits shorter = new Misfits();

    /** The records with more cells than there are columns. */
    final Misfits longer = new Misfits();

    SampleExtent extent;

    /** The number of well-formed records without totals. */
    long records;

    /** The records with filled cells beyond the columns. */
    private long surplus;

    private long enclosed;
    private long likeTotals;

    /**
     * End of an input that may be no part of the table.
     *
     * @param below totals and footers
     * @param tail the last record above them, if it may be a total by its place
     */
    private record InputEnd(List<CsvRecord> below, @Nullable CsvRecord tail) {}

    InputProfile(Sample sample, DialectGuess guess) throws IOException {
        this.sample = sample;
        this.guess = guess;
        this.width = guess.width();
        this.quote = guess.dialect().quote();
        this.lenient = guess.dialect().ragged() == RaggedRecords.LENIENT;
        Map<FieldSpec, CellType> types = new HashMap<>();
        this.columns = Stream.generate(() -> new ColumnProfile(guess.dialect().delimiter() == ',', types))
                .limit(width)
                .toList();
        this.extent = sample.records(guess.dialect(), width, this);
        endInput();
        settleEnds();
    }

    /** Returns the profile of the sample in the dialect of its beginning. */
    static InputProfile of(Sample sample, Charset charset, Hints hints) throws IOException {
        InputProfile pass = new InputProfile(sample, DialectSearch.guess(sample.inputs(), charset, hints));
        // All places may begin inside records.
        return pass.records > 0 || sample.inOrder() ? pass : new InputProfile(sample.fromStart(), pass.guess);
    }

    /** Returns the profile in the dialect in which most of the sample fits. */
    InputProfile fitted(Hints hints) throws IOException {
        InputProfile fitted = withoutQuotesThatAreText().withFewCells().withRecordAbove();
        if (!hints.header().isEmpty() || fitted.firsts.isEmpty()) {
            return fitted;
        }
        HeaderEvidence evidence = HeaderEvidence.of(fitted);
        int below = evidence.below();
        boolean explained = below > 0 && evidence.hasNames();
        if (!explained && hints.skipLines().isEmpty() && !hints.saysHeaderIsInInput()) {
            fitted.requireNoTitles(evidence.namesBelow());
        }
        return below == 0 ? fitted : new InputProfile(sample, fitted.guess.withBelow(below));
    }

    /** @param names the line that names the columns, with others above it that are no records; null for the first */
    private void requireNoTitles(@Nullable CsvRecord names) {
        if (names != null) {
            long above = names.location().line() - 1;
            throw InputException.refused(
                    "%s seems to name the columns (%s), and above it are titles or parts of the header. Add --skip-lines=%d to leave them out, or --header=true if the first line names the columns."
                            .formatted(
                                    sample.place(names), Printable.excerpt(String.join(", ", names.texts())), above));
        }
    }

    /** Reads a line above the table as a record, if its cells are values of the columns below it. */
    private InputProfile withRecordAbove() throws IOException {
        List<String> above =
                guess.oddHeader() == null ? List.of() : guess.oddHeader().texts();
        boolean record = !above.isEmpty()
                && IntStream.range(0, Math.min(above.size(), width))
                        .filter(column -> columns.get(column).isDistinctive())
                        .mapToObj(column -> columns.get(column).isLikeOthers(above.get(column)))
                        .reduce(Boolean::logicalAnd)
                        .orElse(false);
        return record ? new InputProfile(sample, guess.withRecordAbove()) : this;
    }

    private InputProfile withoutQuotesThatAreText() throws IOException {
        if (guess.dialect().quote() == null
                || malformed.isEmpty()
                || !DialectSearch.arePlainText(misfits(), enclosed(), 0)) {
            return this;
        }
        InputProfile other = new InputProfile(sample, guess.withoutQuote());
        boolean better = DialectSearch.arePlainText(misfits(), enclosed(), other.misfits());
        return (better && other.isReadable()) || !isReadable() ? other : this;
    }

    boolean isReadable() {
        return !firsts.isEmpty();
    }

    /** Allows missing cells, where most records have another number than the header and nothing is lost. */
    private InputProfile withFewCells() throws IOException {
        return 2 * ragged.count > records && surplus == 0 ? new InputProfile(sample, guess.lenient()) : this;
    }

    @Override
    public void visit(CsvItem item, boolean first) {
        if (first) {
            endInput();
            skipped = 0;
        } else if (skipped < guess.below() && item instanceof CsvRecord record) {
            skipped++;
            below(record);
            last = record;
            return;
        }
        if (item instanceof CsvRecord record) {
            requireText(record);
            if (!first && isHeader(record)) {
                repeated.add(record);
                repeatedAt.add(record.location().offset());
                last = record;
                return;
            }
        }
        if (item instanceof MalformedRecord broken) {
            lasts.forEach(this::addRecord);
            lasts.clear();
            malformed.computeIfAbsent(broken.reason(), reason -> new Misfits()).add(broken);
            if (DialectTrial.isTooLong(broken, guess.dialect())) {
                tooLong.add(broken);
            }
        } else if (first) {
            firsts.add((CsvRecord) item);
        } else {
            CsvRecord record = (CsvRecord) item;
            lasts.add(new Last(record, followsBlankLine(record)));
            if (lasts.size() > MOST_HELD) {
                addRecord(lasts.removeFirst());
            }
        }
        last = item instanceof CsvRecord record ? record : null;
    }

    /** Notes a record below the header that is none; those of all inputs are the same. */
    private void below(CsvRecord record) {
        if (underHeader.size() < guess.below()) {
            underHeader.add(record);
        } else if (!underHeader.get(skipped - 1).texts().equals(record.texts())) {
            throw InputException.refused(
                    "%s differs from that of the first file, below whose header are lines that are no records. Import the files one by one, or name the columns (header) and the lines above the records (skip-lines)."
                            .formatted(sample.place(record)));
        }
        outside.add(record.location().offset());
    }

    /** Returns whether the record has the cells of the header, as in files that were joined. */
    private boolean isHeader(CsvRecord record) {
        if (width < 2 || firsts.isEmpty() || repeated.count() >= MOST_REPEATED) {
            return false;
        }
        CsvRecord header = firsts.get(0);
        return record.cellCount() == header.cellCount()
                && record.length(0) == header.length(0)
                && record.length(1) == header.length(1)
                && record.text(0).equals(header.text(0))
                && record.texts().equals(header.texts());
    }

    /** Refuses a NUL, which no text has; an escape may stand for one. */
    private void requireText(CsvRecord record) {
        for (int cell = 0; cell < record.cellCount() && guess.dialect().escape() == null; cell++) {
            byte[] bytes = record.array(cell);
            int end = record.start(cell) + record.length(cell);
            for (int at = record.start(cell); at < end; at++) {
                if (bytes[at] == 0) {
                    throw InputException.refused("%s has a NUL, which no text has. Remove it from the file."
                            .formatted(sample.place(record)));
                }
            }
        }
    }

    private boolean followsBlankLine(CsvRecord record) {
        return last != null && record.location().line() > last.location().nextLine();
    }

    /** Returns whether only the first cell of the record is filled, or one is of another type than those above it. */
    private boolean isUnlike(CsvRecord record) {
        return (record.cellCount() < width && DialectTrial.isBlankFrom(record, 1))
                || (records > 0 && !isLikeOthers(record));
    }

    /** Adds a record of the table. */
    private void addRecord(Last ending) {
        CsvRecord record = ending.record;
        separated += ending.apart ? 1 : 0;
        boolean like = isLikeTotal(record);
        likeTotals += like ? 1 : 0;
        boolean looks = records < MOST_LOOKED_AT || totalsInside.count() > 0;
        if ((like && records > 1 && leavesBlank(record, records / 2)) || (looks && hasTotal(record))) {
            totalsInside.add(record);
        }
        add(record);
    }

    /** Adds the last record of an input, which may be a total although it is like others. */
    private void addLast(Last ending) {
        CsvRecord record = ending.record;
        boolean lacksFirst =
                record.length(0) == 0 && records > 1 && columns.get(0).cells() == records;
        long inside = totalsInside.count();
        addRecord(ending);
        if (inside == totalsInside.count() && ((lacksFirst && Totals.hasNumber(record)) || TotalWords.areIn(record))) {
            totalsInside.add(record);
        }
    }

    /** Notes the last records of an input: lines below the table, a total that is imported, or records. */
    private void endInput() {
        Last lowest = null;
        while (!lasts.isEmpty() && !((records > 0 || lowest != null) && areBelow())) {
            if (lowest != null) {
                addRecord(lowest);
            }
            lowest = lasts.removeFirst();
        }
        CsvRecord tail = lowest == null ? null : lowest.record;
        if (tail != null && records > 0 && likeTotals == 0 && isLikeTotal(tail)) {
            totals.add(tail);
            tail = null;
        } else if (lowest != null && !mayBeTotal(lowest.record)) {
            addLast(lowest);
            tail = null;
        }
        if (lasts.stream().allMatch(row -> isEmptyRow(row.record))) {
            lasts.forEach(row -> add(row.record));
            lasts.clear();
        }
        if (last != null || !ends.isEmpty()) {
            ends.add(new InputEnd(lasts.stream().map(Last::record).toList(), tail));
        }
        lasts.clear();
    }

    /** Returns whether the last records are certainly no records of the table, as far as their words and places show. */
    private boolean areBelow() {
        boolean apart = false;
        boolean padded = false;
        for (Last row : lasts) {
            CsvRecord record = row.record;
            apart |= row.apart && separated == 0 && blank.count() == 0;
            padded |= isBlank(record) && separated == 0 && blank.count() == 0;
            boolean below = isFooter(record)
                    || (apart && isUnlike(record))
                    || ((apart || padded) && (isNote(record) || isBlank(record)))
                    || (likeTotals == 0 && isLikeTotal(record) && Totals.isTotal(record))
                    || isTrailer(record);
            if (!below) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether only the first cell is filled, by words or by what the column does not have, and the records fill others too. */
    private boolean isNote(CsvRecord record) {
        return width > 1
                && DialectTrial.isBlankFrom(record, 1)
                && isSparse(record)
                && (record.text(0).strip().contains(" ") || !fitsFirst(record));
    }

    /** Returns whether the record begins with a word for the end, and leaves a cell blank that others fill. */
    private boolean isTrailer(CsvRecord record) {
        if (width < 2 || records < 2 || !isSparse(record)) {
            return false;
        }
        String first = record.text(0).strip();
        return TotalWords.isEnd(first) || (FOOTER.matcher(first).matches() && !fitsFirst(record));
    }

    /** Returns whether the first column is of one type, also with the record's cell, or of none. */
    private boolean fitsFirst(CsvRecord record) {
        return !columns.get(0).isDistinctive() || columns.get(0).isLikeOthers(record, 0);
    }

    private Stream<CsvRecord> totals(InputEnd end) {
        return Stream.concat(end.below.stream().filter(this::needsProof), Stream.ofNullable(end.tail));
    }

    /** Returns whether only its numbers show that the record is no part of the table. */
    private boolean needsProof(CsvRecord record) {
        return Totals.isTotal(record) || (TotalWords.isEnd(record.text(0)) && fitsFirst(record));
    }

    /** Decides about the ends of the inputs by the sums of the numbers above them. */
    private void settleEnds() throws IOException {
        List<CsvRecord> open =
                extent.isWhole() ? ends.stream().flatMap(this::totals).toList() : List.of();
        Set<CsvRecord> proven = Totals.proven(sample, guess.dialect(), open);
        Set<CsvRecord> records = ends.stream()
                .filter(end -> end.below.stream().anyMatch(this::needsProof))
                .flatMap(end -> Stream.ofNullable(end.tail))
                .filter(tail -> !proven.contains(tail))
                .collect(Collectors.toSet());
        if (!records.isEmpty()) {
            // They belong to the sums of the totals below them.
            List<CsvRecord> rest =
                    open.stream().filter(each -> !records.contains(each)).toList();
            proven.addAll(Totals.proven(sample, guess.dialect(), rest));
        }
        for (InputEnd end : ends) {
            boolean certain = end.below.stream().filter(this::needsProof).allMatch(proven::contains);
            footers.add(certain ? end.below : List.of());
            totals.addAll(certain ? List.of() : end.below);
            if (proven.contains(end.tail)) {
                totals.add(end.tail);
            } else if (end.tail != null) {
                addLast(new Last(end.tail, false));
            }
        }
    }

    /** Returns whether the last record has numbers, and few records above it, a word for a total, or other cells than they have. */
    private boolean mayBeTotal(CsvRecord record) {
        boolean few = records >= FEWEST_ADDED && records <= MOST_ADDED && Totals.hasAmount(record);
        return records > 1
                && likeTotals == 0
                && Totals.hasNumber(record)
                && (hasTotal(record)
                        || (!Totals.beginsWithNumber(record) && (few || isSparse(record) || !isLikeOthers(record))));
    }

    private static boolean hasTotal(CsvRecord record) {
        return IntStream.range(0, record.cellCount()).anyMatch(cell -> TotalWords.is(record.text(cell)));
    }

    /** Returns whether a line of one cell has words of a footer; or has no filled cell. */
    private boolean isFooter(CsvRecord record) {
        if (width < 2 || !DialectTrial.isBlankFrom(record, 1)) {
            return false;
        }
        boolean sparse =
                record.cellCount() < width || columns.stream().skip(1).anyMatch(column -> column.cells() == records);
        return isBlank(record)
                || (sparse && FOOTER.matcher(record.text(0).strip()).matches());
    }

    /** Returns whether an import leaves the record out without a reject. */
    private boolean isEmptyRow(CsvRecord record) {
        return record.isEmptyRow() && (record.cellCount() == width || lenient);
    }

    private static boolean isBlank(CsvRecord record) {
        return DialectTrial.isBlankFrom(record, 0);
    }

    /** Returns whether the record has fewer cells than others, or leaves a cell blank that others fill. */
    private boolean isSparse(CsvRecord record) {
        return leavesBlank(record, records);
    }

    /** @param filled fewest records that fill the cell */
    private boolean leavesBlank(CsvRecord record, long filled) {
        return record.cellCount() < width
                || IntStream.range(0, width)
                        .anyMatch(column -> record.length(column) == 0
                                && columns.get(column).cells() >= filled);
    }

    private static boolean isLikeTotal(CsvRecord record) {
        int cell = Totals.label(record);
        return record.length(cell) > 0
                && !NumberSpelling.isDigit(record.array(cell)[record.start(cell)])
                && Totals.isLikeTotal(record);
    }

    private void add(CsvRecord record) {
        if (isEmptyRow(record)) {
            blank.add(record);
            return;
        }
        records++;
        int count = record.cellCount();
        if (isLikeComment(record) && (count == width || lenient)) {
            likeComments.add(record);
        }
        if (count != width) {
            ragged.add(record);
            (count < width ? shorter : longer).add(record);
            surplus += DialectTrial.isBlankFrom(record, width) ? 0 : 1;
        }
        if (count == width || lenient) {
            long line = sample.hasLine(record) ? record.location().line() : 0;
            for (int column = 0; column < width; column++) {
                columns.get(column).add(record, column, line);
            }
        }
        enclosed += DialectTrial.hasEnclosedCell(record, quote) ? 1 : 0;
    }

    /** Returns whether the first cell has no quotes and begins like a comment. */
    private boolean isLikeComment(CsvRecord record) {
        if (record.length(0) == 0 || SIGNS.indexOf(record.array(0)[record.start(0)]) < 0) {
            return false;
        }
        return !DialectTrial.isEnclosed(record, 0, quote) && OmittedLines.isLikeComment(record.text(0));
    }

    /** Adds the first record of each input as one like the others. */
    void addFirsts() {
        firsts.forEach(this::add);
        firsts.clear();
        for (long record = repeated.count(); record > 0; record--) {
            add((CsvRecord) repeated.first().orElseThrow());
        }
        repeated.clear();
        repeatedAt.clear();
    }

    /** Returns whether every cell is of its column's type. */
    boolean isLikeOthers(CsvRecord record) {
        return IntStream.range(0, width).allMatch(column -> columns.get(column).isLikeOthers(record, column));
    }

    /** Returns the profile with a number of lines that are comments. */
    InputProfile withComments(long lines) {
        comments = lines;
        return this;
    }

    /** Returns the number of records that do not fit the dialect, except those that are too long. */
    long misfits() {
        return ragged.count
                + malformed.values().stream().mapToLong(Misfits::count).sum()
                - tooLong.count;
    }

    /** Returns the number of records with cells in quotes; a header with all cells in quotes counts as several. */
    private long enclosed() {
        boolean first = !firsts.isEmpty() && DialectTrial.isEnclosed(firsts.get(0), quote);
        return enclosed + (first ? DialectTrial.WEIGHT_OF_FIRST : 0);
    }

    /** Returns the offsets of all records that are not part of the columns. */
    Set<Long> outside() {
        return Stream.concat(
                        Stream.concat(outside.stream(), repeatedAt.stream()),
                        Stream.concat(totals.stream(), footers.stream().flatMap(List::stream))
                                .map(record -> record.location().offset()))
                .collect(Collectors.toSet());
    }
}
