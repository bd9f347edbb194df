package dev.mongohaul.generate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Words of the sample data, encoded once and quoted where RFC 4180 requires it. */
final class Vocabulary {

    static final byte[][] COLORS = cells("black", "white", "red", "green", "blue", "grey", "natural", "anthracite");

    static final byte[][] SIZES = cells("XS", "S", "M", "L", "XL", "XXL");

    static final byte[][] MATERIALS = cells("Oak ", "Steel ", "Linen ", "Glass ", "Bamboo ", "Ceramic ", "Wool ");

    static final byte[][] CATEGORIES = cells("furniture", "kitchen", "lighting", "office", "outdoor");

    /** Things made of the materials, by category. */
    static final byte[][][] THINGS = {
        cells("desk", "chair", "shelf", "bench", "wardrobe"),
        cells("bowl", "jug", "cutting board", "spoon", "tray"),
        cells("lamp", "lantern", "chandelier"),
        cells("pen holder", "letter tray", "drawer unit"),
        cells("planter", "parasol", "hammock", "table")
    };

    /** Names with commas, quotes and letters beyond ASCII, by category. */
    static final byte[][][] ODD_NAMES = {
        cells("Desk, oak", "Chair \"Étoile\", linen", "Tisch, ausziehbar (für 8)"),
        cells("Crème brûlée torch", "Skål, ceramic", "Jar \"Nº 5\""),
        cells("Lamp, 12\" shade", "Lámpara de mesa", "提灯"),
        cells("5\" disk", "Folder \"A4\"", "Stift, blau"),
        cells("Hängematte", "Planter, 20\" × 8\"", "Grill \"Feu\", steel")
    };

    private Vocabulary() {}

    private static byte[][] cells(String... words) {
        return Arrays.stream(words).map(Vocabulary::cell).toArray(byte[][]::new);
    }

    private static byte[] cell(String word) {
        boolean quoted = word.indexOf(',') >= 0 || word.indexOf('"') >= 0;
        return (quoted ? '"' + word.replace("\"", "\"\"") + '"' : word).getBytes(UTF_8);
    }
}
