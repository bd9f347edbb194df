package dev.mongohaul.cli.access;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.report.Since;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.serve.security.ApiToken;
import dev.mongohaul.serve.security.Role;
import dev.mongohaul.serve.security.Tokens;
import dev.mongohaul.text.TextTable;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "token",
        description = {
            "Create, list and revoke the tokens of programs that use the API of serve.",
            "Tokens are stored in the JobRepository: all processes that serve the same one accept them at once."
        },
        exitCodeList = {"0:completed", "1:failed", "2:wrong command"},
        subcommands = {TokenCommand.Create.class, TokenCommand.Listing.class, TokenCommand.Revoke.class},
        footer = {"  mongohaul token create airflow --role=operate --expires=90d", "  mongohaul token list"})
public final class TokenCommand extends ConsoleCommand {

    @Override
    public Integer call() {
        throw new UsageException("What to do is missing: mongohaul token create, list or revoke");
    }

    private static Tokens tokens(Session session) {
        return new Tokens(session.bean(RepositoryDatabase.class).database());
    }

    @Command(
            name = "create",
            description = {
                "Create a token, and print it.",
                "It is printed once: only its hash is stored. Programs send it as 'Authorization: Bearer TOKEN'."
            },
            exitCodeList = {"0:created", "1:failed", "2:wrong command, name, role or time, or the name is taken"},
            footer = {
                "  mongohaul token create dashboard",
                "  (umask 077; mongohaul token create airflow --role=operate --expires=90d > airflow.token)"
            })
    static final class Create extends ConsoleCommand {

        private static final Duration USUAL_LIFETIME = Duration.ofDays(90);

        @Parameters(index = "0", paramLabel = "NAME", description = "Name of the token: letters, digits and . _ - @")
        private String name;

        @Option(
                names = "--role",
                paramLabel = "ROLE",
                defaultValue = "view",
                completionCandidates = Roles.class,
                description = "view: see everything; operate: also start, stop and undo imports. Default:"
                        + " ${DEFAULT-VALUE}.")
        private String role;

        @Option(
                names = "--expires",
                paramLabel = "AGE",
                converter = Lifetime.class,
                description = "Time after which the token is not accepted any more, such as 12h or 90d, at most 3650d."
                        + " Default: 90d.")
        private @Nullable Duration lifetime;

        @Mixin
        private MongoOptions mongo;

        static final class Lifetime implements ITypeConverter<Duration> {

            private static final Duration LONGEST = Duration.ofDays(3650);

            @Override
            public Duration convert(String text) {
                try {
                    Duration lifetime = Since.age(text);
                    if (lifetime.compareTo(Duration.ZERO) > 0 && lifetime.compareTo(LONGEST) <= 0) {
                        return lifetime;
                    }
                } catch (IllegalArgumentException | ArithmeticException e) {
                    // The message below says what is allowed.
                }
                throw new TypeConversionException(
                        "\"" + text + "\" is not a time of at most 3650d, such as 12h or 90d");
            }
        }

        @Override
        public Integer call() {
            Role given = Roles.of(role);
            Instant now = Instant.now();
            Duration valid = Objects.requireNonNullElse(lifetime, USUAL_LIFETIME);
            try (Session session = mongo.open(spec)) {
                out().println(tokens(session).create(name, given, now, valid));
            }
            err().printf(
                            "This token is valid until %s, and not shown again. 'mongohaul token revoke %s' ends it.%n",
                            now.plus(valid).truncatedTo(ChronoUnit.SECONDS), name);
            return ExitCode.COMPLETED.value();
        }
    }

    @Command(
            name = "list",
            description = {"List the tokens.", "An expired token is listed for 30 days."},
            exitCodeList = {"0:completed", "1:failed", "2:wrong command"},
            footer = {"  mongohaul token list", "  mongohaul token list --mongodb-uri-file=/run/secrets/uri"})
    static final class Listing extends ConsoleCommand {

        @Mixin
        private MongoOptions mongo;

        @Override
        public Integer call() {
            Instant now = Instant.now();
            try (Session session = mongo.open(spec)) {
                out().println(new TextTable<ApiToken>()
                        .text("token", ApiToken::name)
                        .text("role", ApiToken::role)
                        .text("created", token -> token.created().toString())
                        .text(
                                "expires",
                                token -> token.expires() + (token.expires().isAfter(now) ? "" : " (expired)"))
                        .of(tokens(session).list()));
            }
            return ExitCode.COMPLETED.value();
        }
    }

    @Command(
            name = "revoke",
            description = {"Revoke a token.", "No process accepts it any more, from the next request on."},
            exitCodeList = {"0:revoked", "1:failed", "2:wrong command, or there is no such token"},
            footer = {"  mongohaul token revoke airflow", "  mongohaul token revoke dashboard"})
    static final class Revoke extends ConsoleCommand {

        @Parameters(index = "0", paramLabel = "NAME", description = "Name of the token.")
        private String name;

        @Mixin
        private MongoOptions mongo;

        @Override
        public Integer call() {
            try (Session session = mongo.open(spec)) {
                tokens(session).revoke(name);
            }
            out().printf("The token \"%s\" is revoked%n", name);
            return ExitCode.COMPLETED.value();
        }
    }
}
