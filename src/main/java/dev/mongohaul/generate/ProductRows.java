package dev.mongohaul.generate;

import java.time.LocalDate;

/**
 * Products of a catalogue that changes a little from night to night.
 *
 * <p>The seed leaves out one of every {@value #GROUP} products, so that nine tenths of a night's skus are those of any
 * other night. What a product is depends on its sku; only its price also depends on the seed.
 */
final class ProductRows implements SampleRows {

    private static final int GROUP = 10;
    private static final int SOLD_OF_GROUP = GROUP - 1;
    private static final int ODD_NAME_OF = 8;
    private static final long CHEAPEST = 150;
    private static final long DEAREST = 90_000;
    private static final InstantRange CREATED = new InstantRange(LocalDate.of(2015, 1, 1), LocalDate.of(2025, 1, 1));

    @Override
    public String header() {
        return "sku,name,category,price,attributes.color,attributes.size,createdAt";
    }

    @Override
    public void append(CsvBuffer buffer, long row, long seed) {
        long sku = sku(row, seed);
        int category = (int) Draws.below(Vocabulary.CATEGORIES.length, Draws.bits(sku, 0));
        buffer.text("SKU-").number(sku, 7).put(',');
        appendName(buffer, sku, category);
        buffer.put(',').put(Vocabulary.CATEGORIES[category]);
        buffer.put(',').hundredths(price(sku, seed));
        buffer.put(',').put(Draws.pick(Vocabulary.COLORS, Draws.bits(sku, 1)));
        buffer.put(',').put(Draws.pick(Vocabulary.SIZES, Draws.bits(sku, 2))).put(',');
        CREATED.appendSeconds(buffer, Draws.bits(sku, 3));
    }

    private static long sku(long row, long seed) {
        long group = row / SOLD_OF_GROUP;
        long place = row % SOLD_OF_GROUP;
        long leftOut = Draws.below(GROUP, Draws.bits(seed, group));
        return 1 + group * GROUP + (place < leftOut ? place : place + 1);
    }

    private static void appendName(CsvBuffer buffer, long sku, int category) {
        long bits = Draws.bits(sku, 4);
        if (Draws.below(ODD_NAME_OF, Draws.bits(sku, 5)) == 0) {
            buffer.put(Draws.pick(Vocabulary.ODD_NAMES[category], bits));
        } else {
            buffer.put(Draws.pick(Vocabulary.MATERIALS, Draws.bits(sku, 6)));
            buffer.put(Draws.pick(Vocabulary.THINGS[category], bits));
        }
    }

    /** In hundredths: within a tenth of what the product costs on average. */
    private static long price(long sku, long seed) {
        long average = CHEAPEST + Draws.below(DEAREST - CHEAPEST, Draws.bits(sku, 7));
        return average - average / 10 + Draws.below(average / 5, Draws.bits(seed, ~sku));
    }
}
