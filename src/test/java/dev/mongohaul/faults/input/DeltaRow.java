package dev.mongohaul.faults.input;

/**
 * One record of a {@link DeltaInput}.
 *
 * @param line its number, from 0
 * @param operation the cell that says what to do: I, U, D, or none of them
 * @param id the document that it is done with
 * @param amount negative where the collection's validator is to refuse it
 * @param payload tells the line
 */
public record DeltaRow(int line, String operation, long id, int amount, String payload) {

    /** As it lies in the file, without its line end. */
    public String text() {
        return "%s,%d,%d,%s".formatted(operation, id, amount, payload);
    }

    /** Whether the collection's validator refuses what it would leave. */
    public boolean invalid() {
        return amount < 0;
    }
}
