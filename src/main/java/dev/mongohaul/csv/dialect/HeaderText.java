package dev.mongohaul.csv.dialect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Names of columns in place of a header whose cells cannot be names. Columns are found by their cells, in any order.
 *
 * @param names of the columns; more than cells if the header has no cell for the first or the last columns
 * @param cells of the header; more than names if it ends with blank cells that records do not have
 * @param below records below the header that are none, such as units
 */
public record HeaderText(List<String> names, List<String> cells, int below) {

    /** The cells of the header are the names. */
    public static final HeaderText NONE = new HeaderText(List.of(), List.of(), 0);

    public HeaderText {
        names = List.copyOf(names);
        cells = List.copyOf(cells);
    }

    /** Returns the names of the columns of a header. A cell that this text does not have is a name. */
    public List<String> named(List<String> header) {
        if (names.isEmpty()) {
            return header;
        }
        int surplus = names.size() - cells.size();
        int front = unnamedFirst();
        Map<String, Deque<String>> byCell = new HashMap<>();
        for (int index = 0; index < Math.min(cells.size(), names.size() - front); index++) {
            byCell.computeIfAbsent(cells.get(index), cell -> new ArrayDeque<>()).add(names.get(front + index));
        }
        List<String> named = new ArrayList<>(names.subList(0, front));
        for (String cell : header.subList(0, header.size() - surplusCells(header))) {
            Deque<String> left = byCell.getOrDefault(cell, new ArrayDeque<>());
            named.add(left.isEmpty() ? cell : left.remove());
        }
        if (surplus > 0 && front == 0) {
            named.addAll(names.subList(cells.size(), names.size()));
        }
        return named;
    }

    /** Returns the number of first columns for which the header has no cell. */
    public int unnamedFirst() {
        int surplus = names.size() - cells.size();
        return surplus > 0 && equalCells(surplus) > equalCells(0) ? surplus : 0;
    }

    /** Returns whether the header has fewer cells than there are columns. */
    public boolean isShort() {
        return names.size() > cells.size();
    }

    /** Returns how many cells are the name that is this number of places behind them. */
    private long equalCells(int shift) {
        return IntStream.range(0, cells.size())
                .filter(index -> cells.get(index).equals(names.get(index + shift)))
                .count();
    }

    private int surplusCells(List<String> header) {
        int surplus = 0;
        while (surplus < Math.min(cells.size() - names.size(), header.size())
                && header.get(header.size() - 1 - surplus).isBlank()) {
            surplus++;
        }
        return surplus;
    }
}
