package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.FormatOption;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.DocumentQuery;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.run.ShownDocuments;
import dev.mongohaul.cli.session.ServerChoice;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that prints documents of a collection. It writes nothing, and needs no JobRepository. */
@Command(
        name = "show",
        description = "Print the first documents of a collection, in the order in which MongoDB returns them.",
        footer = {
            "  mongohaul show products",
            "  mongohaul show products --limit=20 --where='{category: \"outdoor\"}' --format=json"
        })
final class ShowCommand extends ConsoleCommand {

    private static final int MOST = 10_000;

    @Parameters(index = "0", paramLabel = "COLLECTION", description = "Collection.")
    private String collection;

    @Option(
            names = "--database",
            paramLabel = "NAME",
            description = "Database. Default: that of the connection string, else mongohaul.")
    private @Nullable String database;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "5",
            description = "Number of documents. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Option(names = "--where", paramLabel = "JSON", description = "Filter of MongoDB, as extended JSON.")
    private @Nullable String where;

    @Mixin
    private FormatOption format;

    @Mixin
    private MongoOptions mongo;

    @Override
    public Integer call() {
        if (limit < 1 || limit > MOST) {
            throw new UsageException("--limit=%d: from 1 to %,d documents can be shown".formatted(limit, MOST));
        }
        ServerChoice server = mongo.server(spec);
        ShownDocuments documents = ShownDocuments.find(server, new DocumentQuery(database, collection, where, limit));
        if (format.isJson()) {
            invocation().out().writeUtf8(documents.json());
            err().println(documents.count());
        } else {
            out().print(documents.table());
            out().println(documents.count());
        }
        return ExitCode.COMPLETED.value();
    }
}
