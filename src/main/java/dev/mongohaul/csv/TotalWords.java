package dev.mongohaul.csv;

import java.util.regex.Pattern;

/** Words for totals, averages and the end of a file, with which lines below a table begin. */
public final class TotalWords {

    private static final String NAME =
            "['\"*]*((gran|grand|general|sub|sous|zwischen|end|gesamt|mind)[ -]?)?(total(s|e|es|en|t)?|totaal|sum(s|me|men|ma)?"
                    + "|somma|somme|suma|soma|betrag|gesamt|gesamtergebnis|insgesamt|razem|ogółem|łącznie|celkem|spolu|skupaj"
                    + "|összesen|yhteensä|toplam|ukupno|kokku|kopā|iš viso|i ?alt|samlet|jumlah|tổng( cộng)?|итого|всего|общо|разом"
                    + "|σύνολο|合計|合计|总计|합계|รวม|कुल|סה[\"״]?כ|المجموع|الإجمالي|[ΣƩ∑]"
                    + "|durchschnitt|mittelwert|average|avg|moyenne|promedio|gemiddelde|gennemsnit|medelvärde|keskiarvo|średnia"
                    + "|průměr|átlag|ortalama|среднее|平均)";

    private static final Pattern WORD = pattern(NAME + "[ :.*]*['\"]?");
    private static final Pattern BEGINNING = pattern(NAME + "(?!\\p{L}).{0,50}");
    private static final Pattern END = pattern(".{1,30}[ -]" + NAME + "[ :.*]*['\"]?");

    private static final Pattern LAST =
            pattern("['\"*]*(ende?|eof|trailer|trl|footer|fin|fine|fim|einde|koniec|slut)[ :.*]*['\"]?");

    private TotalWords() {}

    private static Pattern pattern(String text) {
        return Pattern.compile(text, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
    }

    /** Returns whether the cell is such a word. Only a sum makes a record with it a total: there is a company of that name. */
    public static boolean is(String cell) {
        return WORD.matcher(cell.strip()).matches();
    }

    /** Returns whether the cell is a word for the end of a file. Only its other cells make a record with it a trailer. */
    public static boolean isEnd(String cell) {
        return LAST.matcher(cell.strip()).matches();
    }

    /** Returns whether the cell begins with a word for a total, and is not long. */
    public static boolean begins(String cell) {
        return BEGINNING.matcher(cell.strip()).matches();
    }

    /** Returns whether some cell begins or ends with such a word, and is not long. */
    public static boolean areIn(CsvRecord record) {
        return record.texts().stream()
                .anyMatch(cell -> begins(cell) || END.matcher(cell.strip()).matches());
    }
}
