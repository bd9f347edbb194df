package dev.mongohaul.job.file;

import dev.mongohaul.job.file.Write.Unmatched;
import dev.mongohaul.text.Rules;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Which options an operation takes. */
final class OperationRules {

    private OperationRules() {}

    static void check(Rules rules, Operation operation, List<String> match, boolean upsert, Unmatched unmatched) {
        Set<WriteOperation> types = operation.types();
        boolean replacesOrUpdates = types.contains(WriteOperation.REPLACE) || types.contains(WriteOperation.UPDATE);
        boolean deletes = types.contains(WriteOperation.DELETE);
        rules.require(
                !upsert || replacesOrUpdates,
                "is an option of replace and update, and the operation is " + words(types) + ": leave it out",
                "upsert");
        rules.require(
                match.isEmpty() || finds(operation),
                "finds the document to replace, update or delete, and an insert looks for none: leave it out",
                "match");
        rules.require(
                unmatched == Unmatched.COUNT || finds(operation),
                "rejects what finds nothing, and an insert looks for nothing: leave it out",
                "unmatched");
        rules.require(
                unmatched == Unmatched.COUNT || !upsert || deletes,
                "rejects what finds nothing, and an upsert adds it instead: leave one of the two out",
                "unmatched");
    }

    /** Whether some record looks for a document that is there. */
    static boolean finds(Operation operation) {
        return operation.types().stream().anyMatch(type -> type != WriteOperation.INSERT);
    }

    static String words(Set<WriteOperation> types) {
        return types.stream().map(type -> type.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(" or "));
    }
}
