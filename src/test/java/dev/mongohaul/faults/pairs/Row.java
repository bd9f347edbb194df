package dev.mongohaul.faults.pairs;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Record of an input, as it is written. A land is blank in every second one. */
record Row(int id, String op, String name, String amount, String land) {

    private static final List<String> OPS = List.of("I", "U", "D");

    static final int BAD = 5;

    /** Returns rows with these ids, whose names begin with a letter. Their operations are insert, update, delete in turn. */
    static List<Row> of(String letter, int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(id -> new Row(
                        id,
                        OPS.get((id - 1) % OPS.size()),
                        letter + id,
                        Integer.toString(id * 10),
                        id % 2 == 0 ? "" : "DE"))
                .toList();
    }

    Row withAmount(String other) {
        return new Row(id, op, name, other, land);
    }

    boolean isGood() {
        return amount.chars().allMatch(Character::isDigit);
    }

    /** @param whole whether the columns are those of the job; one is missing otherwise */
    static String csv(List<Row> rows, boolean whole) {
        return rows.stream()
                .map(row ->
                        "%d,%s,%s,%s%s\n".formatted(row.id, row.op, row.name, row.land, whole ? "," + row.amount : ""))
                .collect(Collectors.joining("", whole ? "id,op,name,land,amount\n" : "id,op,name,land\n", ""));
    }
}
