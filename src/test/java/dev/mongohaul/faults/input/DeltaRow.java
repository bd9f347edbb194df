package dev.mongohaul.faults.input;

/**
 * One record of a {@link DeltaInput}.
 *
 * @param line its number, from 0
 * @param operation I, U, D, or an unknown operation
 * @param id of the document that is changed
 * @param amount negative if the collection's validator is to refuse the document
 * @param payload contains the line number
 */
public record DeltaRow(int line, String operation, long id, int amount, String payload) {

    /** Returns the record as in the file, without the line end. */
    public String text() {
        return "%s,%d,%d,%s".formatted(operation, id, amount, payload);
    }

    /** Returns whether the collection's validator refuses the document. */
    public boolean invalid() {
        return amount < 0;
    }
}
