package dev.mongohaul.generate;

import java.time.LocalDate;

/** Orders by {@value #CUSTOMERS} customers for {@value #SKUS} products, in no order of time. */
final class OrderRows implements SampleRows {

    private static final long CUSTOMERS = 1_000_000;
    private static final long SKUS = 100_000;
    private static final long CHEAPEST = 100;
    private static final long DEAREST = 100_000;
    private static final InstantRange PLACED = new InstantRange(LocalDate.of(2025, 1, 1), LocalDate.of(2026, 1, 1));

    @Override
    public String header() {
        return "customer,sku,price,attributes.color,attributes.size,placedAt";
    }

    @Override
    public void append(CsvBuffer buffer, long row, long seed) {
        long key = Draws.bits(seed, row);
        buffer.text("C-").number(1 + Draws.below(CUSTOMERS, Draws.bits(key, 0)), 8);
        buffer.text(",SKU-").number(1 + Draws.below(SKUS, Draws.bits(key, 1)), 7);
        buffer.put(',').hundredths(CHEAPEST + Draws.below(DEAREST - CHEAPEST, Draws.bits(key, 2)));
        buffer.put(',').put(Draws.pick(Vocabulary.COLORS, Draws.bits(key, 3)));
        buffer.put(',').put(Draws.pick(Vocabulary.SIZES, Draws.bits(key, 4))).put(',');
        PLACED.appendMillis(buffer, Draws.bits(key, 5));
    }
}
