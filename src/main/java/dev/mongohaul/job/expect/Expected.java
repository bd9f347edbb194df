package dev.mongohaul.job.expect;

import com.google.re2j.Matcher;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.digest.ContentDigest;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.place.ObjectPlace;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.file.ControlSum;
import dev.mongohaul.job.setting.file.Expectation;
import dev.mongohaul.job.setting.file.Trailer;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.text.LinearPattern;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Completeness of the files of an import. Nothing is expected of rejects of an earlier import, and of standard input. */
public final class Expected {

    /** What to do about an import whose files are not what their sender wrote. */
    public static final String REMEDY =
            "Abandon this import, and import the file when it was sent again. If only the number beside the file is wrong, correct"
                    + " it and restart: the import compares again, and loads nothing twice.";

    private static final String NOT_AS_SENT = "The files are not what their sender wrote";
    private static final int MOST_SHOWN = 5;
    private static final int LONGEST_COUNT = 1 << 10;
    private static final int LONGEST_CHECKSUMS = 16 << 20;
    private static final int LONGEST_LINE = 64 << 10;
    private static final Set<FieldType> PLAIN = EnumSet.of(FieldType.AUTO, FieldType.STRING);

    private final JobFile job;
    private final Inputs inputs;
    private final Expectation keys;

    private Expected(JobFile job, Inputs inputs, Expectation keys) {
        this.job = job;
        this.inputs = inputs;
        this.keys = keys;
    }

    /** Returns what a job expects of inputs. */
    public static Expected of(JobFile job, Inputs inputs) {
        Expectation keys = job.source().fileRules().expectation();
        boolean exempt = keys.equals(Expectation.NONE)
                || inputs.isReadOnce()
                || files(inputs.list()).stream().allMatch(file -> isOfRejects(job, file.address()));
        return new Expected(job, inputs, exempt ? Expectation.NONE : keys);
    }

    /** Returns the address of the marker that a file lacks; empty if the file is ready. */
    public static Optional<String> missingMarker(JobFile job, Input input) {
        String marker = job.source().fileRules().expectation().marker();
        return marker == null || isOfRejects(job, input.address())
                ? Optional.empty()
                : Optional.of(companion(marker, input.file()))
                        .filter(place -> !isThere(place))
                        .map(ObjectPlace::address);
    }

    /** A link does not count, since it could show another file to who writes into the folder. */
    private static boolean isThere(ObjectPlace companion) {
        try {
            return companion.mark().isPresent();
        } catch (IOException e) {
            throw InputException.incomplete(
                    "%s cannot be looked for: %s".formatted(companion.address(), e.getMessage()));
        }
    }

    private static ObjectPlace companion(String name, InputObject file) {
        ObjectPlace place = file.place();
        return place.beside(Expectation.companion(name, place.name()));
    }

    private static boolean isOfRejects(JobFile job, String file) {
        return RejectExport.importOf(file, job.rejects().directory(), job.name())
                .isPresent();
    }

    private static List<InputObject> files(List<Input> inputs) {
        return inputs.stream().map(Input::file).distinct().toList();
    }

    /**
     * Refuses files that would be read as input and accompany another one.
     *
     * @throws InputException if there is one
     */
    public static void requireNoCompanion(JobFile job, List<Input> found) {
        List<String> files = files(found).stream().map(InputObject::address).toList();
        for (String name : job.source().fileRules().expectation().companions()) {
            files.stream()
                    .filter(file -> files.contains(Expectation.companion(name, file)))
                    .findFirst()
                    .ifPresent(file -> {
                        throw InputException.refused(
                                "source.files finds %s, which is %s of %s, and not an input: write a pattern that finds the input only, such as *.csv"
                                        .formatted(Expectation.companion(name, file), name, file));
                    });
        }
    }

    /**
     * Requires all companions, before any input is read.
     *
     * @throws InputException naming what is missing
     */
    public void requireReady() {
        requireNoCompanion(job, inputs.list());
        List<String> missing = new ArrayList<>();
        for (InputObject file : files(inputs.list())) {
            add(missing, file, keys.marker(), "marker");
            add(missing, file, keys.checksum(), "checksum");
            add(missing, file, keys.records(), "number of records");
        }
        if (!missing.isEmpty()) {
            String more = missing.size() > MOST_SHOWN ? ", and %,d more".formatted(missing.size() - MOST_SHOWN) : "";
            throw InputException.incomplete("Not all files are complete: %s%s. Nothing was loaded"
                    .formatted(
                            String.join("; ", missing.stream().limit(MOST_SHOWN).toList()), more));
        }
        checksums();
        if (keys.records() != null) {
            files(inputs.list()).forEach(this::counted);
        }
    }

    private static void add(List<String> missing, InputObject file, @Nullable String name, String what) {
        if (name != null && !isThere(companion(name, file))) {
            missing.add("the %s %s of %s is missing"
                    .formatted(what, companion(name, file).address(), file.address()));
        }
    }

    /** Returns the checksums to compare with the bytes of the inputs. */
    public Checksums checksums() {
        String name = keys.checksum();
        List<InputObject> files = name == null ? List.of() : files(inputs.list());
        List<ChecksumFile> given = new ArrayList<>();
        for (InputObject file : files) {
            ObjectPlace place = companion(Objects.requireNonNull(name), file);
            ChecksumFile checksum = new ChecksumFile(place.address(), text(place, LONGEST_CHECKSUMS));
            checksum.of(file.address());
            given.add(checksum);
        }
        return new Checksums(given, files);
    }

    /** Reads the inputs if checksums are expected, and compares them. For a check, which reads them once more. */
    public void requireChecksums() {
        if (keys.checksum() == null) {
            return;
        }
        try {
            Checksums checksums = checksums();
            ContentDigest.digests(inputs, checksums);
            checksums.require();
        } catch (IOException e) {
            throw InputException.unread(e);
        }
    }

    /** Returns the number of lines at the end of each file that are no records. */
    public int lastLines() {
        return keys.trailer() == null ? job.source().fileRules().skipLastLines() : 1;
    }

    /**
     * Requires trailers of the pattern, and a column for the control sum.
     *
     * @param records the inputs without their last lines
     * @throws InputException for a line that does not match
     */
    public void requireTrailers(Inputs records, InputSurvey survey) {
        if (keys.trailer() == null) {
            return;
        }
        ColumnSum.sum(job).ifPresent(sum -> survey.header().ifPresent(header -> requireColumn(sum, header.names())));
        new Expected(job, records, keys).totals(survey);
    }

    private void requireColumn(ControlSum sum, List<String> header) {
        FieldSpec field = job.fields().get(sum.column());
        if (!header.contains(sum.column())) {
            throw InputException.refused("source.expect.trailer.sum: the input has no column %s; its columns are %s"
                    .formatted(Printable.quoted(sum.column()), String.join(", ", header)));
        }
        if (field != null && !field.type().isNumber() && !PLAIN.contains(field.type())) {
            throw InputException.refused("source.expect.trailer.sum: column %s is %s, and only numbers have a sum"
                    .formatted(Printable.quoted(sum.column()), field.words()));
        }
    }

    /**
     * Requires that no record is expected of inputs without any.
     *
     * @throws InputException if the files should have records, or other bytes
     */
    public void requireNothing(Inputs records, InputSurvey survey) {
        requireChecksums();
        new Expected(job, records, keys).mismatch(survey, 0, BigDecimal.ZERO).ifPresent(mismatch -> {
            throw InputException.refused("%s: the input has no record: %s".formatted(job.name(), mismatch));
        });
    }

    /**
     * Describes how the records that were read differ from the totals of the sender; empty if they do not.
     *
     * @param sum of the control sum's column; null if it is not known
     */
    public Optional<String> mismatch(InputSurvey survey, long read, @Nullable BigDecimal sum) {
        return totals(survey).flatMap(totals -> totals.mismatch(read, sum)).map(text -> text + ". " + NOT_AS_SENT);
    }

    /** Returns whether a run ended because records differ from the totals of the sender. */
    public static boolean isMismatch(@Nullable String reason) {
        return reason != null && reason.contains(NOT_AS_SENT);
    }

    private Optional<Totals> totals(InputSurvey survey) {
        return inputs.list().stream()
                .map(input -> totals(input, survey.starts().get(input.index()).charset()))
                .reduce(Totals::plus);
    }

    private Totals totals(Input input, Charset charset) {
        Long counted = keys.records() == null ? null : (Long) counted(input);
        Trailer trailer = keys.trailer();
        if (trailer == null) {
            return new Totals(counted, null, null, "");
        }
        String line = lastLine(input, charset);
        Matcher matcher = LinearPattern.of(trailer.pattern()).matcher(line);
        if (!matcher.matches()) {
            throw InputException.refused(
                    "%s: %s, and not the trailer %s: the file is not complete, or the pattern is wrong"
                            .formatted(
                                    input.address(),
                                    line.isBlank() ? "its end is blank" : "the last line is " + Printable.excerpt(line),
                                    trailer.pattern()));
        }
        Long records = trailer.records() == null
                ? null
                : (Long) whole(matcher.group(trailer.records()), input.address() + ": the trailer " + line);
        ControlSum sum = trailer.sum();
        return sum == null
                ? new Totals(counted, records, null, "")
                : new Totals(counted, records, decimal(sum, matcher, input), sum.column());
    }

    /** Returns the number of records of an input; the files of an archive have that of the first. */
    private long counted(Input input) {
        boolean first =
                input.index() == 0 || inputs.list().get(input.index() - 1).file() != input.file();
        return first ? counted(input.file()) : 0;
    }

    private BigDecimal decimal(ControlSum sum, Matcher line, Input input) {
        String text = String.valueOf(line.group(sum.group())).strip();
        return ColumnSum.number(job, sum.column(), text)
                .orElseThrow(() ->
                        InputException.refused("%s: the sum %s in the trailer is not a number as the column %s has them"
                                .formatted(input.address(), Printable.excerpt(text), sum.column())));
    }

    private static String lastLine(Input input, Charset charset) {
        try (InputStream in = input.open()) {
            in.skipNBytes(input.recordsEnd() - input.baseOffset());
            return new String(in.readNBytes(LONGEST_LINE), charset)
                    .replaceFirst("^\uFEFF", "")
                    .replaceFirst("[\r\n]+$", "");
        } catch (IOException e) {
            throw InputException.unread(e);
        }
    }

    private long counted(InputObject file) {
        ObjectPlace place = companion(Objects.requireNonNull(keys.records()), file);
        return whole(text(place, LONGEST_COUNT), place.address());
    }

    private static long whole(@Nullable String text, String where) {
        String number = String.valueOf(text).strip();
        if (!number.matches("[0-9]{1,18}")) {
            throw InputException.refused(
                    "%s: %s is not a number of records".formatted(where, Printable.excerpt(number)));
        }
        return Long.parseLong(number);
    }

    private static String text(ObjectPlace place, int longest) {
        try {
            return new String(place.read(longest), StandardCharsets.UTF_8).replaceFirst("^\uFEFF", "");
        } catch (IOException e) {
            throw InputException.refused("%s cannot be read: %s".formatted(place.address(), e));
        }
    }
}
