package dev.mongohaul.infer;

import dev.mongohaul.infer.column.ColumnProfile;
import dev.mongohaul.infer.column.ColumnType;
import dev.mongohaul.infer.column.FieldText;
import dev.mongohaul.infer.column.TypeOption;
import dev.mongohaul.infer.column.YamlScalars;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.text.Printable;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Pairs of a column of days and a column of times that are probably one date. */
record JoinedDates(List<String> names, List<ColumnType> types, List<ColumnProfile> profiles, Hints hints) {

    /** Letters of a pattern that mean a time, outside quotes. */
    private static final Pattern HAS_TIME = Pattern.compile("[Hh]");

    /**
     * Date of two columns.
     *
     * @param options one field, or two if day and month can be swapped
     */
    private record Pair(String day, String time, List<FieldSpec> options) {}

    private Stream<Pair> pairs() {
        return IntStream.range(0, profiles.size()).boxed().flatMap(time -> {
            Optional<String> pattern = profiles.get(time).times(names.get(time));
            return pattern.isEmpty() || hints.field(names.get(time)) != null
                    ? Stream.empty()
                    : dayOf(time).stream()
                            .map(day -> new Pair(
                                    names.get(day),
                                    names.get(time),
                                    days(day)
                                            .map(field -> field.joining(
                                                    List.of(names.get(day), names.get(time)),
                                                    field.dateOrIso().pattern() + " " + pattern.get()))
                                            .toList()));
        });
    }

    /** Returns the days before or after the times; else the only days of an input with no other times. */
    private Optional<Integer> dayOf(int time) {
        Optional<Integer> neighbour =
                Stream.of(time - 1, time + 1).filter(this::isDay).findFirst();
        List<Integer> all =
                IntStream.range(0, types.size()).boxed().filter(this::isDay).toList();
        boolean onlyTimes = IntStream.range(0, profiles.size())
                        .filter(column ->
                                profiles.get(column).times(names.get(column)).isPresent())
                        .count()
                == 1;
        return neighbour.isPresent() || all.size() != 1 || !onlyTimes ? neighbour : Optional.of(all.get(0));
    }

    private boolean isDay(int column) {
        return column >= 0
                && column < types.size()
                && hints.field(names.get(column)) == null
                && days(column).findAny().isPresent();
    }

    /** Returns the dates without a time that the cells of a column are, or may be. */
    private Stream<FieldSpec> days(int column) {
        ColumnType type = types.get(column);
        List<FieldSpec> dates = type.field().type() == FieldType.DATE ? List.of(type.field()) : type.others();
        return dates.stream()
                .filter(field -> field.type() == FieldType.DATE
                        && !List.of(DateFormat.EPOCH_SECONDS, DateFormat.EPOCH_MILLIS)
                                .contains(field.dateOrIso().pattern())
                        && !HAS_TIME.matcher(field.dateOrIso().pattern().replaceAll("'[^']*'", ""))
                                .find());
    }

    /** Returns comments with lines of a job file that can take the place of those of both columns, and sentences with options. */
    List<GuessRow> rows() {
        return pairs().flatMap(pair -> IntStream.range(0, pair.options.size())
                        .mapToObj(option -> GuessRow.comment(
                                        Guess.FIELDS,
                                        "%s: %s  # one date of two columns: in place of %s and %s"
                                                .formatted(
                                                        YamlScalars.key(pair.day),
                                                        FieldText.of(pair.options.get(option)),
                                                        pair.day,
                                                        pair.time))
                                .says(option > 0 ? null : sentence(pair))))
                .toList();
    }

    private String sentence(Pair pair) {
        return "%s and %s may be one date: %s."
                .formatted(
                        Printable.excerpt(pair.day),
                        Printable.excerpt(pair.time),
                        hints.proposesId()
                                ? "a comment in the job file has its line"
                                : pair.options.stream()
                                        .map(field -> TypeOption.of(pair.day, field))
                                        .collect(Collectors.joining(" or ")));
    }
}
