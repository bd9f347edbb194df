package dev.mongohaul.generate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleDataTests {

    @ParameterizedTest
    @CsvSource({"PRODUCTS, 1000, data/products.csv", "ORDERS, 10000, data/orders.csv"})
    void samplesInTheRepositoryAreUpToDate(SampleData data, long rows, Path sample) throws IOException {
        assertThat(bytes(data, rows, 1)).isEqualTo(Files.readAllBytes(sample));
    }

    @ParameterizedTest
    @EnumSource
    void shortFileIsTheBeginningOfALongOne(SampleData data) throws IOException {
        byte[] few = bytes(data, 7, 3);

        assertThat(bytes(data, 50_000, 3)).startsWith(few);
    }

    @ParameterizedTest
    @EnumSource
    void anotherSeedGivesOtherBytes(SampleData data) throws IOException {
        assertThat(bytes(data, 10, 1)).isNotEqualTo(bytes(data, 10, 2));
    }

    @ParameterizedTest
    @CsvSource({"PRODUCTS, 0", "PRODUCTS, 1", "PRODUCTS, 10", "PRODUCTS, 3001", "ORDERS, 0", "ORDERS, 3001"})
    void fileHasTheRequestedNumberOfRecords(SampleData data, int rows) throws IOException {
        assertThat(records(data, rows, 5)).hasSize(rows);
    }

    @ParameterizedTest
    @EnumSource
    void rowsBelowZeroAreRefused(SampleData data) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bytes(data, -1, 1))
                .withMessage("rows=-1 is not possible: give 0 or more");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 50, 1000})
    void wideRowsHaveTheRequestedColumns(int columns) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SampleData.WIDE.write(out, 100, 3, columns);

        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(out.toString(UTF_8))) {
            List<CsvRecord> records = reader.stream().toList();
            assertThat(records)
                    .hasSize(101)
                    .allSatisfy(row -> assertThat(row.getFieldCount()).isEqualTo(columns));
            assertThat(records.get(0).getFields()).doesNotHaveDuplicates();
        }
    }

    @Test
    void wideRowsHaveAboutAKilobyteWithQuotesAndBlanks() throws IOException {
        List<NamedCsvRecord> rows = records(SampleData.WIDE, 2000, 3);

        assertThat(bytes(SampleData.WIDE, 2000, 3).length / 2000).isBetween(900, 1100);
        assertThat(rows.stream()
                        .filter(row -> row.getField("amount1").isEmpty())
                        .count())
                .isBetween(50L, 150L);
        assertThat(rows).anySatisfy(row -> assertThat(row.getField("text1")).contains("\""));
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.getField("part1.name")).matches("|part \\d{8} of container \\d{4}"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 20261120, -7})
    void skusAreUniqueWithinOneNight(long seed) throws IOException {
        assertThat(records(SampleData.PRODUCTS, 5000, seed))
                .as("seed %d", seed)
                .extracting(product -> product.getField("sku"))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 99, -1})
    void nightsShareAboutNineTenthsOfTheirProducts(long seed) throws IOException {
        Set<String> shared = new HashSet<>(productsBySku(10_000, 1).keySet());

        shared.retainAll(productsBySku(10_000, seed).keySet());

        assertThat(shared).as("seed %d", seed).hasSizeBetween(8_900, 9_200);
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 99})
    void onlyThePriceOfAProductChangesOverNight(long seed) throws IOException {
        Map<String, NamedCsvRecord> before = productsBySku(1000, 1);
        Map<String, NamedCsvRecord> after = productsBySku(1000, seed);
        before.keySet().retainAll(after.keySet());

        assertThat(before)
                .isNotEmpty()
                .allSatisfy((sku, product) ->
                        assertThat(withoutPrice(product)).as("seed %d", seed).isEqualTo(withoutPrice(after.get(sku))));
        assertThat(before.values())
                .as("seed %d", seed)
                .filteredOn(product -> price(product).compareTo(price(after.get(product.getField("sku")))) != 0)
                .hasSizeGreaterThan(before.size() * 9 / 10);
    }

    @Test
    void productsHaveWellFormedCellsOfTheirTypes() throws IOException {
        assertThat(records(SampleData.PRODUCTS, 2000, 4)).allSatisfy(product -> {
            assertThat(product.getFields()).hasSize(7).noneMatch(String::isBlank);
            assertThat(price(product)).isPositive().matches(price -> price.scale() == 2);
            assertThat(Instant.parse(product.getField("createdAt"))).isBefore("2025-01-01T00:00:00Z");
        });
    }

    @Test
    void someProductNamesNeedQuotesAndLettersBeyondAscii() throws IOException {
        List<String> names = records(SampleData.PRODUCTS, 1000, 1).stream()
                .map(product -> product.getField("name"))
                .toList();

        assertThat(names).contains("Desk, oak", "5\" disk", "Crème brûlée torch");
    }

    @Test
    void ordersHaveWellFormedCellsOfTheirTypes() throws IOException {
        assertThat(records(SampleData.ORDERS, 2000, 4)).allSatisfy(order -> {
            assertThat(order.getFields()).hasSize(6).noneMatch(String::isBlank);
            assertThat(price(order)).isPositive().matches(price -> price.scale() == 2);
            assertThat(Instant.parse(order.getField("placedAt")))
                    .isBetween("2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z");
        });
    }

    @Test
    void ordersAreAbout65BytesLongAndNeedNoQuotes() throws IOException {
        byte[] orders = bytes(SampleData.ORDERS, 10_000, 6);

        assertThat(orders.length / 10_000).isBetween(63, 66);
        assertThat(orders).doesNotContain('"');
    }

    private static byte[] bytes(SampleData data, long rows, long seed) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        data.write(out, rows, seed);
        return out.toByteArray();
    }

    private static List<NamedCsvRecord> records(SampleData data, long rows, long seed) throws IOException {
        String csv = new String(bytes(data, rows, seed), UTF_8);
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(csv)) {
            return reader.stream().toList();
        }
    }

    private static Map<String, NamedCsvRecord> productsBySku(long rows, long seed) throws IOException {
        return records(SampleData.PRODUCTS, rows, seed).stream()
                .collect(Collectors.toMap(product -> product.getField("sku"), product -> product));
    }

    private static Map<String, String> withoutPrice(NamedCsvRecord product) {
        Map<String, String> cells = product.getFieldsAsMap();
        cells.remove("price");
        return cells;
    }

    private static BigDecimal price(NamedCsvRecord product) {
        return new BigDecimal(product.getField("price"));
    }
}
