package dev.mongohaul.job.file.table;

import dev.mongohaul.job.file.Notify;
import dev.mongohaul.job.file.form.ParsedForm;
import dev.mongohaul.job.file.form.Schemas;
import dev.mongohaul.reject.RejectLimit;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.node.ObjectNode;

/** The values that have a text, and the texts they have. */
final class ParsedForms {

    /** As many digits as the texts may have. */
    private static final long MOST_REJECTS = 999_999_999_999_999_999L;

    private static final int LARGEST_FACTOR = 999_999_999;

    static final ParsedForm<Charset> CHARSET = new ParsedForm<>(
            "a charset of this Java, such as UTF-8, ISO-8859-1 or windows-1252",
            Charset::forName,
            Charset::name,
            ParsedForms::anyText);

    static final ParsedForm<ZoneId> ZONE = new ParsedForm<>(
            "a time zone, such as Europe/Paris, UTC or +02:00", ZoneId::of, ZoneId::getId, ParsedForms::anyText);

    static final ParsedForm<Locale> LOCALE = new ParsedForm<>(
            "a language this Java knows, such as en, de-CH or fr",
            ParsedForms::locale,
            Locale::toLanguageTag,
            ParsedForms::anyText);

    static final ParsedForm<CronExpression> CRON = new ParsedForm<>(
            "a cron expression of six fields, such as \"0 30 2 * * *\" (second, minute, hour, day of month, month, day"
                    + " of week)",
            CronExpression::parse,
            CronExpression::toString,
            ParsedForms::anyText);

    static final ParsedForm<RejectLimit> LIMIT = new ParsedForm<>(
            "a limit: a count such as 25, a percentage above 0% and at most 100% such as 0.5%, or unlimited",
            RejectLimit::parse,
            RejectLimit::toString,
            () -> Schemas.anyOf(
                    Schemas.type("integer").put("minimum", 0).put("maximum", MOST_REJECTS),
                    Schemas.text(RejectLimit.PATTERN)));

    static final ParsedForm<Notify.Share> SHARE = new ParsedForm<>(
            "a share: a count such as 25, a percentage above 0% and at most 100% such as 0.5%, or never",
            Notify.Share::parse,
            Notify.Share::toString,
            () -> Schemas.anyOf(
                    Schemas.type("integer").put("minimum", 0).put("maximum", MOST_REJECTS),
                    Schemas.text(Notify.Share.PATTERN)));

    static final ParsedForm<Notify.Factor> FACTOR = new ParsedForm<>(
            "a factor: a number of at least 1, such as 3 or 2.5, or never",
            Notify.Factor::parse,
            Notify.Factor::toString,
            () -> Schemas.anyOf(
                    Schemas.type("number").put("minimum", 1).put("maximum", LARGEST_FACTOR),
                    Schemas.text(Notify.Factor.PATTERN)));

    static final ParsedForm<Character> CHARACTER = new ParsedForm<>(
            "one character; a tab is \"\\t\"",
            ParsedForms::character,
            String::valueOf,
            () -> Schemas.text("\\\\t|[^\\r\\n]"));

    static final ParsedForm<Optional<Character>> CHARACTER_OR_NONE = new ParsedForm<>(
            "one character, or none",
            text -> text.equals("none") ? Optional.empty() : Optional.of(character(text)),
            character -> character.map(String::valueOf).orElse("none"),
            () -> Schemas.text("none|\\\\t|[^\\r\\n]"));

    static final ParsedForm<Duration> DURATION = new ParsedForm<>(
            "a duration, such as 90s, 30m, 2h, 1d or PT30M",
            ParsedForms::duration,
            Duration::toString,
            () -> Schemas.text("[0-9]{1,9} ?(ms|s|m|h|d)|P.+"));

    static final ParsedForm<DataSize> SIZE = new ParsedForm<>(
            "a size, such as 8MiB: a whole number and B, KiB, MiB or GiB",
            ParsedForms::size,
            ParsedForms::print,
            () -> Schemas.text("[0-9]{1,9} ?B|[0-9]{1,7} ?KiB|[0-9]{1,4} ?MiB|1 ?GiB"));

    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,9}) ?([A-Za-z]+)");
    private static final List<String> SIZES = List.of("B", "KiB", "MiB", "GiB");

    private ParsedForms() {}

    private static ObjectNode anyText() {
        return Schemas.type("string");
    }

    private static Character character(String text) {
        if (text.equals("\\t")) {
            return '\t';
        }
        if (text.length() != 1) {
            throw new IllegalArgumentException("not one character");
        }
        return text.charAt(0);
    }

    private static Locale locale(String tag) {
        Locale locale = Locale.forLanguageTag(tag);
        if (!locale.toLanguageTag().equalsIgnoreCase(tag)
                || !List.of(Locale.getAvailableLocales()).contains(locale)) {
            throw new IllegalArgumentException("no such language");
        }
        return locale;
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
        int power = amount.matches() ? SIZES.indexOf(amount.group(2)) : -1;
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
