package dev.mongohaul.faults.pairs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Rows of a covering array: each possible combination of values of any two dimensions, or three, is in one row at least. A greedy
 * search with a seed.
 */
final class CoveringArray {

    private static final int CANDIDATES = 30;
    private static final int NONE = -1;

    private final int[] sizes;
    private final int strength;
    private final Predicate<int[]> possible;

    /**
     * @param sizes number of values of each dimension
     * @param strength number of dimensions whose values are combined
     * @param possible whether values are possible together; -1 is a dimension without a value yet
     */
    CoveringArray(int[] sizes, int strength, Predicate<int[]> possible) {
        this.sizes = sizes.clone();
        this.strength = strength;
        this.possible = possible;
    }

    /** Values of some dimensions, which one row must have together. */
    private record Tuple(List<Integer> dimensions, List<Integer> values) {

        boolean isIn(int[] row) {
            return IntStream.range(0, dimensions.size()).allMatch(at -> row[dimensions.get(at)] == values.get(at));
        }

        int[] on(int width) {
            int[] row = new int[width];
            Arrays.fill(row, NONE);
            IntStream.range(0, dimensions.size()).forEach(at -> row[dimensions.get(at)] = values.get(at));
            return row;
        }
    }

    /** Returns the rows; a combination that no row can have is left out. */
    List<int[]> rows(long seed) {
        Random random = new Random(seed);
        Set<Tuple> open = new LinkedHashSet<>(tuples());
        List<int[]> rows = new ArrayList<>();
        while (!open.isEmpty()) {
            Tuple first = open.iterator().next();
            int[] best = null;
            long most = 0;
            for (int candidate = 0; candidate < CANDIDATES; candidate++) {
                int[] row = first.on(sizes.length);
                if (fill(row, order(random, row), 0, random)) {
                    long gain = open.stream().filter(tuple -> tuple.isIn(row)).count();
                    if (gain > most) {
                        most = gain;
                        best = row;
                    }
                }
            }
            if (best == null) {
                open.remove(first);
            } else {
                int[] row = best;
                open.removeIf(tuple -> tuple.isIn(row));
                rows.add(row);
            }
        }
        return rows;
    }

    /** Returns all combinations that are possible by themselves. */
    private List<Tuple> tuples() {
        List<Tuple> tuples = new ArrayList<>();
        addTuples(tuples, List.of(), List.of(), 0);
        return tuples;
    }

    private void addTuples(List<Tuple> tuples, List<Integer> dimensions, List<Integer> values, int from) {
        if (dimensions.size() == strength) {
            Tuple tuple = new Tuple(dimensions, values);
            if (possible.test(tuple.on(sizes.length))) {
                tuples.add(tuple);
            }
            return;
        }
        for (int dimension = from; dimension < sizes.length; dimension++) {
            for (int value = 0; value < sizes[dimension]; value++) {
                addTuples(tuples, plus(dimensions, dimension), plus(values, value), dimension + 1);
            }
        }
    }

    private static List<Integer> plus(List<Integer> list, int one) {
        List<Integer> longer = new ArrayList<>(list);
        longer.add(one);
        return List.copyOf(longer);
    }

    private List<Integer> order(Random random, int... row) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, row.length)
                .filter(at -> row[at] == NONE)
                .boxed()
                .toList());
        java.util.Collections.shuffle(order, random);
        return order;
    }

    /** Gives the dimensions without a value one at random; returns whether that was possible. */
    private boolean fill(int[] row, List<Integer> order, int next, Random random) {
        if (next == order.size()) {
            return true;
        }
        int dimension = order.get(next);
        List<Integer> values =
                new ArrayList<>(IntStream.range(0, sizes[dimension]).boxed().toList());
        java.util.Collections.shuffle(values, random);
        for (int value : values) {
            row[dimension] = value;
            if (possible.test(row) && fill(row, order, next + 1, random)) {
                return true;
            }
        }
        row[dimension] = NONE;
        return false;
    }
}
