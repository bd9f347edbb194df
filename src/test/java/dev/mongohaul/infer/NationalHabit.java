package dev.mongohaul.infer;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * Habits of writing CSV files in a country.
 *
 * @param delimiters between cells
 * @param days patterns of days
 * @param times what follows a day in a time
 * @param flags words for true and false
 * @param words texts with letters of the language
 */
record NationalHabit(
        String country,
        Charset charset,
        List<Character> delimiters,
        List<String> days,
        List<String> times,
        Amounts amounts,
        List<String> flags,
        List<String> words) {

    /**
     * Ways of writing an amount.
     *
     * @param group between thousands; blank for none
     * @param point before a fraction
     * @param currencies around amounts: texts with a place for the number
     * @param negatives around negative amounts
     */
    record Amounts(String group, char point, int groupSize, List<String> currencies, List<String> negatives) {}

    private static final List<String> ACCOUNTANTS = List.of("-%s", "(%s)", "%s-");
    private static final List<String> MINUS = List.of("-%s");
    private static final Charset WINDOWS = Charset.forName("windows-1252");

    static final List<NationalHabit> ALL = List.of(
            of("US", StandardCharsets.UTF_8, ",", "M/d/yyyy MM/dd/yyyy MM-dd-yyyy M/d/yy")
                    .with(List.of(" h:mm a", " hh:mm a", " h:mm:ss a", " HH:mm", " hh:mm:ss a", ", h:mm:ss a"))
                    .with(new Amounts(",", '.', 3, List.of("$%s", "%s", "US$ %s"), ACCOUNTANTS))
                    .with(List.of("Yes", "No"), List.of("Miller, Ann", "5\" pipe", "Saint Paul")),
            of("GB", StandardCharsets.UTF_8, ",", "dd/MM/yyyy d/M/yyyy d-MMM-yyyy dd/MM/yy")
                    .with(List.of(" HH:mm", " HH:mm:ss", " hh:mm a", ", HH:mm:ss"))
                    .with(new Amounts(",", '.', 3, List.of("£%s", "%s", "%s GBP"), ACCOUNTANTS))
                    .with(List.of("Y", "N"), List.of("Leeds", "Stoke-on-Trent", "O'Neil, J.")),
            of("DE", WINDOWS, ";", "dd.MM.yyyy d.M.yyyy dd.MM.yy")
                    .with(List.of(" HH:mm", " HH:mm:ss", ", HH:mm:ss"))
                    .with(new Amounts(".", ',', 3, List.of("%s €", "%s", "EUR %s"), List.of("-%s", "%s-")))
                    .with(List.of("ja", "nein"), List.of("Köln", "Größe, groß", "Jürgen Weiß")),
            of("FR", StandardCharsets.UTF_8, ";", "dd/MM/yyyy d/M/yyyy dd-MM-yyyy")
                    .with(List.of(" HH:mm", " HH:mm:ss"))
                    .with(new Amounts("\u202F", ',', 3, List.of("%s €", "%s", "%s EUR"), MINUS))
                    .with(List.of("oui", "non"), List.of("Orléans", "Château d'Eau", "Besançon")),
            of("CH", StandardCharsets.UTF_8, ";", "dd.MM.yyyy d.M.yyyy")
                    .with(List.of(" HH:mm", " HH:mm:ss"))
                    .with(new Amounts("'", '.', 3, List.of("CHF %s", "%s", "Fr %s"), MINUS))
                    .with(List.of("ja", "nein"), List.of("Zürich", "Genève", "Chur")),
            of("IN", StandardCharsets.UTF_8, ",", "dd-MM-yyyy dd-MMM-yyyy dd/MM/yyyy")
                    .with(List.of(" HH:mm", " hh:mm a", " hh:mm:ss a"))
                    .with(new Amounts(",", '.', 2, List.of("₹%s", "%s", "Rs %s", "INR %s"), List.of("-%s", "(%s)")))
                    .with(List.of("Yes", "No"), List.of("Pune", "New Delhi, NCR", "मुंबई")),
            of("BR", StandardCharsets.UTF_8, ";", "dd/MM/yyyy d/M/yyyy")
                    .with(List.of(" HH:mm", " HH:mm:ss"))
                    .with(new Amounts(".", ',', 3, List.of("R$ %s", "%s", "%s BRL"), List.of("-%s", "(%s)")))
                    .with(List.of("sim", "não"), List.of("São Paulo", "Belém", "Brasília")),
            of("SE", StandardCharsets.UTF_8, ";\t", "yyyy-MM-dd")
                    .with(List.of(" HH:mm", " HH:mm:ss"))
                    .with(new Amounts("\u00A0", ',', 3, List.of("%s kr", "%s", "SEK %s"), MINUS))
                    .with(List.of("ja", "nej"), List.of("Malmö", "Åre", "Växjö")),
            of("PL", Charset.forName("windows-1250"), ";", "dd.MM.yyyy yyyy-MM-dd d.M.yyyy")
                    .with(List.of(" HH:mm", " HH:mm:ss"))
                    .with(new Amounts(" ", ',', 3, List.of("%s zł", "%s", "PLN %s"), MINUS))
                    .with(List.of("tak", "nie"), List.of("Radom", "Opole", "Tychy")),
            of("JP", Charset.forName("Shift_JIS"), ",", "yyyy/MM/dd yyyy/M/d yyyy年M月d日")
                    .with(List.of(" HH:mm", " H:mm:ss"))
                    .with(new Amounts(",", '.', 3, List.of("%s円", "%s", "JPY %s"), List.of("-%s", "(%s)")))
                    .with(List.of("true", "false"), List.of("東京都千代田区", "大阪市北区梅田", "株式会社山田製作所")),
            of("KR", StandardCharsets.UTF_8, ",", "yyyy-MM-dd yyyy.MM.dd yyyy. M. d.")
                    .with(List.of(" HH:mm", " HH:mm:ss"))
                    .with(new Amounts(",", '.', 3, List.of("₩%s", "%s", "%s원"), MINUS))
                    .with(List.of("Y", "N"), List.of("서울특별시", "부산광역시", "대전")),
            of("CA", StandardCharsets.UTF_8, ",|", "yyyy-MM-dd MM/dd/yyyy d-MMM-yyyy MM/dd/yy")
                    .with(List.of(" HH:mm", " hh:mm:ss a", " h:mm a"))
                    .with(new Amounts(",", '.', 3, List.of("CA$%s", "%s", "CAD %s"), ACCOUNTANTS))
                    .with(List.of("TRUE", "FALSE"), List.of("Montréal", "Trois-Rivières", "Banff, AB")));

    private static NationalHabit of(String country, Charset charset, String delimiters, String days) {
        return new NationalHabit(
                country,
                charset,
                delimiters.chars().mapToObj(each -> (char) each).toList(),
                days.startsWith("yyyy. ")
                        ? List.of(days)
                        : List.of(days.replace(". ", ".~").split(" ", -1)),
                List.of(),
                new Amounts("", '.', 3, List.of(), List.of()),
                List.of(),
                List.of());
    }

    private NationalHabit with(List<String> values) {
        return new NationalHabit(
                country,
                charset,
                delimiters,
                days.stream().map(day -> day.replace(".~", ". ")).toList(),
                values,
                amounts,
                flags,
                words);
    }

    private NationalHabit with(Amounts values) {
        return new NationalHabit(country, charset, delimiters, days, times, values, flags, words);
    }

    private NationalHabit with(List<String> bool, List<String> texts) {
        return new NationalHabit(country, charset, delimiters, days, times, amounts, bool, texts);
    }

    @Override
    public String toString() {
        return country.toLowerCase(Locale.ROOT);
    }
}
