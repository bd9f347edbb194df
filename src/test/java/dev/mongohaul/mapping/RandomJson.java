package dev.mongohaul.mapping;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Random JSON of all kinds that documents can hold, reproducible from the random numbers. */
public final class RandomJson {

    private static final List<String> TEXTS =
            List.of("", "x", "naïve", "漢字", "😀", "\\ud83d\\ude00", "\\n", "\\\"", "a.b", "x$");
    private static final List<String> SPACES = List.of("", "", "", " ", "\n", "\t ");

    private final Random random;

    public RandomJson(Random random) {
        this.random = random;
    }

    /** Returns any value with at most this many nested objects and arrays. */
    public String value(int depth) {
        return pick(SPACES) + bareValue(depth) + pick(SPACES);
    }

    private String bareValue(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 8)) {
            case 0 -> pick(List.of("null", "true", "false"));
            case 1 -> text();
            case 2 -> Long.toString(random.nextLong() >> random.nextInt(64));
            case 3 -> Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20.0));
            case 4 -> random.nextInt(1000) + "." + random.nextInt(100_000) + random.nextInt(100_000);
            case 5 -> members(depth).collect(Collectors.joining(",", "[", "]"));
            default -> object(depth);
        };
    }

    private String object(int depth) {
        List<String> values = members(depth).toList();
        return IntStream.range(0, values.size())
                .mapToObj(index -> "\"" + index + pick(TEXTS) + "\":" + values.get(index))
                .collect(Collectors.joining(",", "{", pick(SPACES) + "}"));
    }

    private Stream<String> members(int depth) {
        return Stream.generate(() -> value(depth - 1)).limit(random.nextInt(4));
    }

    private String text() {
        return '"' + pick(TEXTS).repeat(random.nextInt(4)) + pick(List.of("", "x", "\\u0000", "$")) + '"';
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
