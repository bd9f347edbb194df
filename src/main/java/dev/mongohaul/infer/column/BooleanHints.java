package dev.mongohaul.infer.column;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words of an input that show whether two short words such as J and N are a boolean. */
final class BooleanHints {

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})");

    /** Languages in which the short words, true and false, are yes and no. */
    private static final Map<String, List<String>> LANGUAGES = Map.of(
            "j/n", List.of("de", "nl", "nordic"),
            "o/n", List.of("fr"),
            "s/n", List.of("es", "it", "pt"),
            "si/no", List.of("es", "it"),
            "t/n", List.of("pl"),
            "t/f", List.of("en"));

    /** Words of names of columns and of cells, by language. */
    private static final Map<String, Set<String>> WORDS = Map.of(
            "de",
            words("""
                    kunde kunden kundennummer nummer nr betrag datum straße strasse plz ort stadt land vorname
                    nachname anrede geburtsdatum artikel menge preis einheit bezeichnung beschreibung bemerkung
                    rechnung bestellung konto währung ja nein bezahlt offen erledigt storniert herr frau und der die
                    das für mit nicht oder beginn ende lager farbe größe gruppe kategorie mitglied verein abteilung
                    firma telefon wert jahr monat tag woche wohnort hausnummer geschlecht beruf gehalt anzahl summe
                    umsatz
                    """),
            "fr",
            words("""
                    nom prénom prenom adresse ville pays montant prix quantité quantite référence commande facture
                    compte numéro numero oui non rue naissance téléphone telephone entreprise société societe année
                    annee mois jour les des et pour avec monsieur madame catégorie categorie couleur taille libellé
                    libelle désignation unité salaire sexe fournisseur remise
                    """),
            "es",
            words("""
                    nombre apellido apellidos dirección direccion ciudad país pais fecha importe precio cantidad
                    cliente pedido factura cuenta número numero código codigo descripción descripcion teléfono
                    telefono calle nacimiento empresa año mes día dia el los las para con señor señora categoría
                    categoria tamaño provincia sexo salario producto unidad proveedor sí
                    """),
            "it",
            words("""
                    nome cognome indirizzo città citta paese importo prezzo quantità quantita cliente ordine fattura
                    conto numero codice descrizione telefono via nascita azienda anno mese giorno gli per con signore
                    signora categoria colore taglia provincia sesso stipendio prodotto fornitore unità sì
                    """),
            "pt",
            words("""
                    nome sobrenome endereço endereco cidade país valor preço preco quantidade cliente pedido fatura
                    conta número codigo código descrição descricao telefone rua nascimento empresa ano mês mes dia os
                    para com senhor senhora categoria cor tamanho produto fornecedor unidade sim não
                    """),
            "nl",
            words("""
                    naam voornaam achternaam adres plaats stad land datum bedrag prijs aantal klant bestelling factuur
                    rekening nummer omschrijving telefoon straat geboortedatum bedrijf jaar maand dag het een voor met
                    ja nee postcode woonplaats geslacht hoeveelheid eenheid
                    """),
            "nordic",
            words("""
                    navn namn fornavn förnamn efternavn etternavn efternamn adresse adress stad land dato datum beløp
                    beløb belopp pris antal antall kunde kund ordre faktura konto nummer beskrivelse beskrivning
                    telefon gade gate gata fødselsdato år måned månad dag ja nej nei og och postnummer poststed
                    """),
            "pl",
            words("""
                    imię imie nazwisko adres miasto kraj data kwota cena ilość ilosc klient zamówienie zamowienie
                    faktura konto numer opis telefon ulica firma rok miesiąc miesiac dzień dzien tak nie dla produkt
                    jednostka
                    """),
            "en",
            words("""
                    name first last surname address city country date amount price quantity customer order invoice
                    account number description phone street company year month day true false yes no question answer
                    email state zip product unit total status title category gender age salary
                    """));

    /** Words in the name of a column of booleans. */
    private static final Set<String> FLAGS = words("""
            is has was can flag bool boolean yesno yn tf active activated enabled disabled deleted paid valid
            verified confirmed approved subscribed newsletter optin visible published closed archived locked blocked
            required billable taxable shipped delivered cancelled canceled completed done available smoker accepted
            agreed consent correct ist hat aktiv inaktiv bezahlt gelöscht geloescht gesperrt gültig gueltig erledigt
            storniert versendet versandt geliefert bestätigt bestaetigt freigegeben verfügbar sichtbar kennzeichen
            kz ja nein jn raucher angemeldet abgeschlossen steuerpflichtig einwilligung actif payé paye payée valide
            validé supprimé livré disponible abonné bloqué annulé confirmé oui non activo activa pagado pagada
            válido valido eliminado entregado vigente habilitado bloqueado cancelado confirmado attivo attiva pagato
            consegnato disponibile abilitato bloccato annullato confermato ativo ativa pago válida entregue
            disponível sim actief betaald geldig geleverd geblokkeerd aktivt betald betalt godkänd godkendt aktywny
            opłacone oplacone zapłacono zaplacono
            """);

    /** Names of columns of directions, countries, languages, kinds and other codes. */
    private static final Pattern CODES = Pattern.compile(
            "(hemi|dir|orient|lat|lon|rumb|rotta|sentid|polo|wind|vient|sect|zon|punto|country|land|pa[ií]s|pays|paese|kraj"
                    + "|stat|region|provin|cod|iso|lang|spra|idiom|lingu|typ|tip|kind|class|clas|categ|kateg|gr(ou|u)p|team"
                    + "|equip|side|lado|lato|seite|turn|shift).*");

    /** One or two words may be the same in another language, or a name. */
    private static final int ENOUGH_WORDS = 3;

    private final Set<String> words = new HashSet<>();

    /**
     * @param names of the columns
     * @param cells some texts of the columns
     */
    BooleanHints(List<String> names, List<String> cells) {
        Stream.concat(names.stream(), cells.stream())
                .flatMap(BooleanHints::split)
                .forEach(words::add);
    }

    private static Stream<String> split(String text) {
        return BETWEEN_WORDS
                .splitAsStream(text)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .filter(word -> !word.isEmpty());
    }

    /**
     * Returns why the two words of a column mean true and false, as a comment; empty if they may be something else.
     *
     * @param name of the column
     * @param pair the words as {@link ColumnWords#ambiguousPair} has them
     */
    Optional<String> reason(String name, String pair) {
        List<String> ofName = split(name).toList();
        if (ofName.stream().anyMatch(word -> CODES.matcher(word).matches())) {
            return Optional.empty();
        }
        boolean named = name.strip().endsWith("?")
                || ofName.stream().anyMatch(FLAGS::contains)
                || ("/" + String.join("/", ofName)).endsWith("/" + pair);
        boolean spoken = LANGUAGES.getOrDefault(pair, List.of()).stream().anyMatch(this::isSpoken);
        return named || spoken
                ? Optional.of("a boolean because of %s; if not: string"
                        .formatted(named ? "the column's name" : "other words in the input"))
                : Optional.empty();
    }

    private boolean isSpoken(String language) {
        return words.stream()
                        .filter(WORDS.getOrDefault(language, Set.of())::contains)
                        .count()
                >= ENOUGH_WORDS;
    }

    private static Set<String> words(String text) {
        return split(text).collect(Collectors.toSet());
    }
}
