package dev.mongohaul.partition;

import dev.mongohaul.csv.InputSurvey.Start;
import dev.mongohaul.csv.input.Input;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins an input's sections from the first record on, so that it is known of each whether it begins inside quotes.
 *
 * <p>Why a record begins at each cut: as long as every opening quote begins a cell and every closing one ends it or is
 * half of a doubled one, an even number of quotes lies in front of a place if, and only if, the sequential reader is
 * outside quotes there; a line end outside quotes ends a record, a blank line or a comment. The reader gives up no record
 * in the middle of its quotes unless the record is longer than the limit, and then no two neighbouring cuts around it
 * are within that limit. A byte that an escape character stands before is neither a quote nor a line end, for the
 * sequential reader as well as here. The first section that breaks one of the rules ends the cuts, so all that it may have put out
 * of step is read in one piece.
 */
final class SectionChain {

    private final Marks marks;
    private final Input input;
    private final long mostBetweenCuts;
    private final List<Cut> cuts = new ArrayList<>();
    private boolean inside;
    private int before = '\n';
    private boolean behindCarriageReturn;
    private long line;
    private long lastCut;

    /** @param mostBetweenCuts bytes that no record outgrows without more of them lying between two cuts */
    SectionChain(Marks marks, Input input, Start start, long mostBetweenCuts) {
        this.marks = marks;
        this.input = input;
        this.mostBetweenCuts = mostBetweenCuts;
        this.line = start.line();
        this.lastCut = start.offset() - input.baseOffset();
    }

    /** Goes on with the section behind the last one; false where there can be no more cuts. */
    boolean add(Section section) {
        if (!joins(section.first()) || !section.isStrict(inside)) {
            return false;
        }
        if (behindCarriageReturn && section.beginsWithLineFeed()) {
            line--;
        }
        if (section.hasCut(inside) && !cut(section)) {
            return false;
        }
        line += section.lines();
        inside ^= section.isTurning();
        before = section.last();
        behindCarriageReturn = section.endsWithCarriageReturn();
        return true;
    }

    private boolean joins(int first) {
        boolean closedBefore = marks.isQuote(before) && !inside;
        boolean opens = marks.isQuote(first) && !inside;
        return (!closedBefore || marks.isNeighbour(first)) && (!opens || marks.isNeighbour(before));
    }

    private boolean cut(Section section) {
        long cut = section.cut(inside);
        if (cut - lastCut > mostBetweenCuts) {
            return false;
        }
        lastCut = cut;
        if (input.baseOffset() + cut < input.endOffset()) {
            cuts.add(new Cut(input.baseOffset() + cut, line + section.linesToCut(inside)));
        }
        return true;
    }

    List<Cut> cuts() {
        return cuts;
    }
}
