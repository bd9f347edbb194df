package dev.mongohaul.job.file;

import dev.mongohaul.job.setting.DriftLimit;
import dev.mongohaul.job.setting.NotifyFactor;
import dev.mongohaul.job.setting.NotifyShare;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.writer.WriterType;
import dev.mongohaul.writer.send.WriteOperation;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.unit.DataSize;

/**
 * Value that a job file writes as a text.
 *
 * @param format its name in the schema; empty where the schema says all
 * @param number whether it can be written as a number too
 * @param parser throws {@link IllegalArgumentException} or {@link DateTimeException} for other texts
 * @param printer gives a text that the parser takes
 */
record SettingValue<T>(
        String format, Class<T> type, boolean number, Function<String, T> parser, Function<T, String> printer) {

    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,9}) ?([A-Za-z]+)");
    private static final int CRONTAB_FIELDS = 5;
    private static final List<String> SIZES = List.of("B", "KiB", "MiB", "GiB");

    static final List<SettingValue<?>> ALL = List.of(
            text("charset", Charset.class, Charset::forName, Charset::name),
            text("time-zone", ZoneId.class, ZoneId::of, ZoneId::getId),
            text("language", Locale.class, SettingValue::language, Locale::toLanguageTag),
            text("cron", CronExpression.class, SettingValue::cron, CronExpression::toString),
            text("time-span", Duration.class, SettingValue::duration, Duration::toString),
            text("change", DriftLimit.class, DriftLimit::parse, DriftLimit::toString),
            text("size", DataSize.class, SettingValue::size, SettingValue::print),
            text("", Character.class, SettingValue::character, String::valueOf),
            text("", Path.class, Path::of, Path::toString),
            text("", WriteOperation.class, SettingValue::operation, WriteOperation::word),
            text("", WriterType.class, SettingValue::writer, WriterType::name),
            numberOrText("reject-limit", RejectLimit.class, RejectLimit::parse),
            numberOrText("reject-share", NotifyShare.class, NotifyShare::parse),
            numberOrText("factor", NotifyFactor.class, NotifyFactor::parse));

    private static <T> SettingValue<T> text(
            String format, Class<T> type, Function<String, T> parser, Function<T, String> printer) {
        return new SettingValue<>(format, type, false, parser, printer);
    }

    private static <T> SettingValue<T> numberOrText(String format, Class<T> type, Function<String, T> parser) {
        return new SettingValue<>(format, type, true, parser, T::toString);
    }

    /** Returns whether a text is such a value. */
    boolean matches(String text) {
        try {
            return parser.apply(text) != null;
        } catch (IllegalArgumentException | DateTimeException e) {
            return false;
        }
    }

    static Character character(String text) {
        if (text.equals("\\t")) {
            return '\t';
        }
        if (text.length() != 1) {
            throw new IllegalArgumentException("not one character");
        }
        return text.charAt(0);
    }

    private static WriterType writer(String name) {
        return WriterType.ALL.stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such writer"));
    }

    /** Operations of job files only: an import repeats an insert by itself. */
    private static WriteOperation operation(String word) {
        return Stream.of(WriteOperation.values())
                .filter(operation -> operation != WriteOperation.INSERT_AGAIN
                        && operation.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such operation"));
    }

    private static Locale language(String tag) {
        Locale locale = Locale.forLanguageTag(tag);
        if (!locale.toLanguageTag().equalsIgnoreCase(tag)
                || !List.of(Locale.getAvailableLocales()).contains(locale)) {
            throw new IllegalArgumentException("no such language");
        }
        return locale;
    }

    /**
     * Parses an expression of six fields, or of five, as in a crontab. In a crontab, a day of the month and a day of the week
     * together mean either of them; here, both. So five fields cannot name both.
     */
    private static CronExpression cron(String text) {
        String[] fields = text.strip().split("\\s+", -1);
        if (fields.length != CRONTAB_FIELDS) {
            return CronExpression.parse(text);
        }
        if (!fields[2].matches("[*?].*") && !fields[4].matches("[*?].*")) {
            throw new IllegalArgumentException("a day of the month and a day of the week");
        }
        return CronExpression.parse("0 " + String.join(" ", fields));
    }

    private static Duration duration(String text) {
        Matcher amount = AMOUNT.matcher(text);
        if (!amount.matches()) {
            return Duration.parse(text);
        }
        long number = Long.parseLong(amount.group(1));
        return switch (amount.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> throw new IllegalArgumentException("no such unit");
        };
    }

    private static DataSize size(String text) {
        Matcher amount = AMOUNT.matcher(text);
        // KB means KiB and so on, as in Spring's DataSize.
        int power = amount.matches() ? SIZES.indexOf(amount.group(2).replaceFirst("^([KMG])B$", "$1iB")) : -1;
        if (power < 0) {
            throw new IllegalArgumentException("not a size");
        }
        return DataSize.ofBytes(Long.parseLong(amount.group(1)) << (10 * power));
    }

    private static String print(DataSize size) {
        long number = size.toBytes();
        int power = 0;
        while (number >= 1024 && number % 1024 == 0 && power < SIZES.size() - 1) {
            number /= 1024;
            power++;
        }
        return number + SIZES.get(power);
    }
}
