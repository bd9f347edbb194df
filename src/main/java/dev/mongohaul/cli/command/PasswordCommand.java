package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Invocation;
import dev.mongohaul.cli.console.Secret;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.serve.security.User;
import dev.mongohaul.serve.security.User.Role;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the line of a users file for a user and a password. */
@Command(
        name = "password",
        description = {
            "Print the line of a users file, for 'serve --users-file', of a password that is asked for.",
            "It is typed twice, or read from standard input; the line has a hash of it (bcrypt)."
        },
        footer = {
            "",
            "Examples: (umask 077; mongohaul password alice --role=operate >>users)",
            "          pass show nights | mongohaul password prometheus >>users"
        })
public final class PasswordCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name to log in with: letters, digits, . _ - @")
    private String name;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            defaultValue = "view",
            description = "view sees everything, operate starts and stops imports, too (default: ${DEFAULT-VALUE}).")
    private String role;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Role given = Role.of(role)
                .orElseThrow(() -> new UsageException("--role=%s: a role is view or operate".formatted(role)));
        User.checkName(name);
        String password = new Secret(Invocation.of(spec)).read();
        User user = User.create(name, given, password);
        spec.commandLine().getOut().println(user.line());
        return ExitCode.COMPLETED.value();
    }
}
