package dev.mongohaul.infer;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Words that columns are usually named by, which tell a header from a record of words. */
final class ColumnNames {

    /** Names as programs write them: with underscores, as in {@code first_name}, or as in {@code firstName}. */
    private static final Pattern OF_PROGRAMS =
            Pattern.compile("[A-Za-z]+(_[A-Za-z0-9]+)+|[a-z]+([A-Z][a-z0-9]+)+|[A-Z_]+_ID");

    private static final Pattern BETWEEN_WORDS =
            Pattern.compile("[^\\p{L}\\p{M}\\p{N}#%]+|(?<=\\p{Ll})(?=\\p{Lu})|(?<=\\p{L})(?=\\p{N})");

    private static final int MOST_WORDS = 4;

    private static final Set<String> WORDS = Set.of("""
            id ids nr no number num key code ref reference uuid guid index pos position line row record type kind
            class category cat group status state flag level rank score rating grade name names
            firstname lastname surname forename title salutation gender sex age born birth birthday birthdate date
            day month year week time timestamp datetime created updated modified changed deleted start end begin
            from to until since order orders placed company customer client
            user username login account owner author editor publisher seller buyer vendor supplier manufacturer
            brand model product item article sku ean isbn barcode price cost amount sum total subtotal net gross tax
            vat discount fee salary income revenue sales turnover balance budget profit currency unit units quantity
            qty count stock weight height width length depth size volume area distance speed temperature humidity
            pressure value values min max avg mean median share percent percentage rate ratio address street house
            city town village place location county district region province country continent nation zip zipcode
            postcode postal phone telephone mobile fax email website url link host ip port lat latitude
            lon lng longitude altitude elevation color colour material language lang description desc text comment
            comments note notes remark remarks message subject label tag tags keyword keywords source target file
            path version department dept division team role job employee manager population species family genus
            store shop branch warehouse room floor course teacher student school iban bic bank payment method
            invoice contract project task priority severity result answer question column field first last
            nummer kennung schlüssel kürzel zeile satz typ art klasse kategorie gruppe
            zustand aktiv stufe rang vorname nachname familienname anrede titel geschlecht alter geburtstag
            geburtsdatum geboren datum monat jahr woche zeit uhrzeit erstellt geändert beginn ende bis seit
            bestellung geliefert firma kunde kunden kundennummer benutzer konto
            inhaber autor verlag verkäufer käufer lieferant hersteller marke modell produkt artikel artikelnummer
            preis kosten betrag summe gesamt netto brutto steuer mwst rabatt gebühr gehalt umsatz saldo währung
            einheit menge anzahl bestand gewicht höhe breite länge tiefe größe volumen fläche wert anteil prozent
            anschrift adresse straße strasse hausnummer ort stadt gemeinde kreis bezirk land bundesland plz telefon
            handy farbe sprache beschreibung bemerkung bemerkungen notiz kommentar betreff quelle datei abteilung
            rolle einwohner lager filiale rechnung vertrag zahlung ergebnis bezeichnung nom prénom numéro numero
            ville pays prix montant quantité qté poids mois année jour heure âge sexe état statut téléphone
            courriel société commande produit catégorie unité devise libellé remarque langue couleur taille nombre
            apellido apellidos ciudad país pais dirección precio importe cantidad peso fecha mes año dia día
            hora edad sexo estado teléfono correo empresa cliente pedido producto categoría unidad moneda
            descripción código codigo cognome nome città paese indirizzo prezzo importo quantità data mese anno
            giorno ora età stato telefono azienda ordine prodotto categoria descrizione codice valuta naam voornaam
            achternaam stad adres prijs bedrag aantal maand jaar leeftijd telefoon bedrijf klant cidade
            endereço preço valor quantidade idade descrição imię nazwisko miasto kraj cena kwota ilość rok
            miesiąc wiek klient opis kod namn förnamn efternamn pris belopp antal år ålder företag kund navn
            beløb dato имя фамилия отчество город страна адрес цена сумма количество дата год месяц
            возраст телефон номер код тип статус описание название όνομα επώνυμο πόλη χώρα διεύθυνση τιμή ποσό
            ημερομηνία έτος ηλικία τηλέφωνο αριθμός 名前 氏名 姓 名 住所 市 都市 国 価格 金額 数量 日付 年 月 日 番号 電話 年齢 商品 商品名 姓名 城市 国家
            地址 价格 金额 日期 编号 电话 年龄 产品 名称 이름 성명 도시 국가 주소 가격 금액 수량 날짜 번호 전화 나이 상품 # %
            """.strip().split("\\s+"));

    private ColumnNames() {}

    /** Returns whether at least half of the texts are usual names of columns. */
    static boolean areUsual(List<String> texts) {
        List<String> filled = texts.stream().filter(text -> !text.isBlank()).toList();
        return !filled.isEmpty()
                && 2 * filled.stream().filter(ColumnNames::isUsual).count() >= filled.size();
    }

    private static boolean isUsual(String text) {
        String name = text.strip();
        if (OF_PROGRAMS.matcher(name).matches()) {
            return true;
        }
        List<String> words = BETWEEN_WORDS
                .splitAsStream(name)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
        return words.size() <= MOST_WORDS
                && 2 * words.stream().filter(WORDS::contains).count() > words.size();
    }
}
