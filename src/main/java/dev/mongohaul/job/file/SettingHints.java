package dev.mongohaul.job.file;

import dev.mongohaul.text.NearestName;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** Ends of messages about values that are not allowed: the value that may be meant, or the part of it that is wrong. */
final class SettingHints {

    private static final Pattern NUMBER = Pattern.compile("(?<![0-9/])[0-9]{1,9}");

    /** Fields of a cron expression, from its end. */
    private static final List<CronField> FIELDS = List.of(
            new CronField("a day of the week", "days of the week", 0, 7),
            new CronField("a month", "months", 1, 12),
            new CronField("a day of the month", "days of a month", 1, 31),
            new CronField("an hour", "hours", 0, 23),
            new CronField("a minute", "minutes", 0, 59),
            new CronField("a second", "seconds", 0, 59));

    private record CronField(String one, String all, int least, int most) {

        /** Returns a sentence about the first number that is out of range; empty if none is. */
        String mistake(String field) {
            Matcher numbers = NUMBER.matcher(field);
            while (numbers.find()) {
                int number = Integer.parseInt(numbers.group());
                if (number < least || number > most) {
                    return ": %d is not %s, %s are %d to %d".formatted(number, one, all, least, most);
                }
            }
            return "";
        }
    }

    private SettingHints() {}

    /** Returns a hint for a text by the format of its schema; empty if there is none. */
    static String of(JsonNode schema, String text) {
        return switch (schema.path("format").stringValue("")) {
            case "time-zone" -> NearestName.hint(text, ZoneId.getAvailableZoneIds());
            case "cron" -> cron(text);
            default -> "";
        };
    }

    private static String cron(String text) {
        List<String> fields = List.of(text.strip().split("\\s+", -1));
        if (fields.size() != FIELDS.size() && fields.size() != FIELDS.size() - 1) {
            return "";
        }
        return IntStream.range(0, fields.size())
                .mapToObj(index -> FIELDS.get(index).mistake(fields.get(fields.size() - 1 - index)))
                .filter(mistake -> !mistake.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns the example that a schema has, as it is written in a job file; empty if there is none. */
    static String example(JsonNode schema) {
        return schema.path("examples")
                .valueStream()
                .limit(1)
                .map(example -> example.properties().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue().asString())
                        .collect(Collectors.joining(", ", ", such as {", "}")))
                .collect(Collectors.joining());
    }
}
