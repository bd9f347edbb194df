package dev.mongohaul.repository;

import java.util.Optional;

/**
 * A range of the input and what one try made of it. The pieces of an import tile its input.
 *
 * @param from offset of the first byte
 * @param to offset behind the last byte
 * @param doneTo everything before it is settled: a try goes on from here
 * @param nextLine the line of {@code doneTo} within its file, from 1
 * @param finished whether no record is left between {@code doneTo} and {@code to}
 * @param counts what became of the records from {@code from} to {@code doneTo}
 */
public record Piece(long from, long to, long doneTo, long nextLine, boolean finished, Counts counts) {

    public Piece {
        if (from > doneTo || doneTo > to) {
            throw new IllegalArgumentException("piece " + from + " to " + to + " cannot be done to " + doneTo);
        }
    }

    /** A piece of which nothing is done. */
    public static Piece untouched(long from, long to, long line) {
        return new Piece(from, to, from, line, false, Counts.NONE);
    }

    /** This piece with the records up to {@code offset} settled too. */
    public Piece advanced(long offset, long line, Counts more) {
        return new Piece(from, to, offset, line, finished, counts.plus(more));
    }

    /** This piece with nothing left to read. */
    public Piece ended() {
        return new Piece(from, to, doneTo, nextLine, true, counts);
    }

    /** What an earlier try did of it, as a piece of its own that is finished; empty where that was nothing. */
    public Optional<Piece> done() {
        if (finished) {
            return Optional.of(this);
        }
        return doneTo == from ? Optional.empty() : Optional.of(new Piece(from, doneTo, doneTo, nextLine, true, counts));
    }
}
