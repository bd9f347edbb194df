package dev.mongohaul.prove;

import java.util.List;

/**
 * Comparison of a target with a receipt.
 *
 * @param now digest of the documents that the target has
 * @param stable whether a second reading found the same; always true if the first one found what the receipt says
 * @param whole whether all documents were read
 * @param later numbers of later imports and undos that may have changed the target, as far as the server knows them
 */
public record ReceiptCheck(Receipt receipt, DocumentsDigest now, boolean stable, boolean whole, List<Long> later) {

    public ReceiptCheck {
        later = List.copyOf(later);
    }

    /** Returns whether the target has the documents of the receipt. */
    public boolean isEqual() {
        return now.equals(receipt.documents());
    }
}
