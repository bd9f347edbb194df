package dev.mongohaul.infer.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.CellTypes;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns of random cells, against the types and formatters that read them one by one. */
class ColumnPropertyTests {

    private static final List<String> DATES = List.of(
            "2024-03-05",
            "2024-3-5",
            "2024-13-05",
            "2024-03-05T08:09:10",
            "2024-3-5T8:09:10",
            "2024-03-05T08:09:10.123456",
            "2024-03-05T08:09:10.5",
            "2024-03-05 08:09:10",
            "05/03/2024",
            "5/3/2024",
            "05/13/2024",
            "25/03/2024 07:08",
            "5/3/2024 7:08",
            "05.03.2024",
            "5.3.2024",
            "05/03/24",
            "20240305",
            "05 Mar 2024",
            "5 Mar 2024",
            "05 Mar 2024 10:15",
            "05 Mar 2024 9:05",
            "Mar 5, 2024 9:05 PM",
            "03/05/2024 7:08 PM",
            "03/05/2024 07:08 PM",
            "+12024-03-05",
            "unknown");

    private static final List<String> TIMES = List.of(
            "09:30",
            "9:30",
            "24:00",
            "23:59:59",
            "23:59:60",
            "1:02:03.004",
            "01:02:03.04",
            "2:15 PM",
            "12:15 am",
            "0:15 pm",
            "02:15pm",
            "13:15 PM",
            "2:15 p",
            "9.30",
            "09.30",
            "9.60",
            "9.30.15",
            "9.3",
            "9",
            ":30",
            "9:30:",
            "9:30 ",
            "9:30.15",
            "100:00",
            "٩:30",
            "9.30 PM");

    private static final List<String> PATTERNS =
            List.of("H:mm", "H:mm:ss", "H:mm:ss.SSS", "h:mm a", "h:mma", "H.mm", "H.mm.ss", "h.mm a");

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void candidatesMissTheCellsThatTheirTypeRefuses(long seed) {
        requireRightMisses(cells(DATES, new Random(seed)));
    }

    @Test
    void cellBeforeTheFirstDateOfAShapeIsTriedByEachOfItsTypes() {
        requireRightMisses(List.of("unknown", "+12024-03-05", "2024-03-05"));
        requireRightMisses(List.of("05 Mar 2024", "05 Mar 2024 10:15", "05 Mar 2024 9:05"));
    }

    private static void requireRightMisses(List<String> cells) {
        TypeTrials trials = new TypeTrials(new HashMap<>());
        cells.forEach(cell -> trials.add(utf8(cell), 0, utf8(cell).length, 0));

        assertThat(trials.candidates())
                .as("%s", cells)
                .filteredOn(candidate -> candidate.field().type() == FieldType.DATE)
                .allSatisfy(candidate -> {
                    CellType type = CellTypes.of(candidate.field());
                    assertThat(cells.stream()
                                    .limit(candidate.cells())
                                    .filter(cell -> !type.put(
                                            utf8(cell), 0, utf8(cell).length, TypeTrial.ANY_NAME, new ValueHash())))
                            .as("%s", candidate.field())
                            .hasSize((int) candidate.misses());
                });
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void patternOfTimesReadsEachCell(long seed) {
        Random random = new Random(seed);
        List<String> cells =
                cells(TIMES.stream().filter(any -> random.nextInt(8) == 0).toList(), random);
        TimeOfDay times = new TimeOfDay();
        cells.forEach(cell -> times.add(utf8(cell), 0, utf8(cell).length));

        Optional<String> pattern = times.pattern("time");

        pattern.ifPresent(found -> assertThat(cells).allMatch(cell -> isTime(cell, found), found));
        assertThat(pattern.isPresent())
                .as("%s", cells)
                .isEqualTo(!cells.isEmpty()
                        && PATTERNS.stream().anyMatch(each -> cells.stream().allMatch(cell -> isTime(cell, each))));
    }

    private static boolean isTime(String cell, String pattern) {
        try {
            LocalTime.parse(
                    cell,
                    new DateTimeFormatterBuilder()
                            .parseCaseInsensitive()
                            .appendPattern(pattern)
                            .toFormatter(Locale.ENGLISH)
                            .withResolverStyle(ResolverStyle.STRICT));
            return true;
        } catch (DateTimeException none) {
            return false;
        }
    }

    private static List<String> cells(List<String> of, Random random) {
        int kinds = of.isEmpty() ? 0 : 1 + random.nextInt(Math.min(4, of.size()));
        List<String> chosen = IntStream.range(0, kinds)
                .mapToObj(any -> of.get(random.nextInt(of.size())))
                .toList();
        return IntStream.range(0, kinds == 0 ? 0 : 1 + random.nextInt(60))
                .mapToObj(any -> chosen.get(random.nextInt(kinds)))
                .toList();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
