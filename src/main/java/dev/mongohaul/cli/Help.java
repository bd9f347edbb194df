package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.Terminal;
import dev.mongohaul.cli.run.SettingOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Layout of all help texts: their width, the commands by purpose, and the paragraphs that commands share. */
final class Help {

    private static final int LARGEST_WIDTH = 100;
    private static final int SMALLEST_WIDTH = 60;
    private static final int OPTION_WIDTH = 28;
    private static final int NAME_WIDTH = 14;
    private static final int INDENT = 2;

    private static final String SETTINGS = "Each key of a job file is also an option, such as --chunk-size=500, and an"
            + " argument, such as chunk-size=500. docs/job-file.md describes all keys.";

    private static final String SERVER = "MONGODB_URI or --mongodb-uri-file names the MongoDB server. Without them,"
            + " mongohaul uses an embedded server.";

    private static final String PAGES =
            "Pages of the manual: %s. 'mongohaul help PAGE' prints one; recipes answers frequent questions."
                    .formatted(String.join(", ", ManualPage.TOPICS));

    private Help() {}

    /**
     * Lays out the help of the program and of all its commands.
     *
     * @param purposes names of commands by their purpose
     */
    static void layOut(CommandLine program, Map<String, List<String>> purposes) {
        // Output is filtered, so colors would be shown as escapes.
        program.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setHelpFactory(Help::of)
                .setUsageHelpLongOptionsMaxWidth(OPTION_WIDTH);
        List<String> sections = new ArrayList<>(program.getHelpSectionKeys());
        sections.addAll(
                sections.indexOf(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING),
                List.of(SETTINGS, SERVER, PAGES));
        program.setHelpSectionKeys(sections);
        Map<String, String> codes = new LinkedHashMap<>();
        Stream.of(ExitCode.values()).forEach(code -> codes.put(String.valueOf(code.value()), code.meaning()));
        program.getCommandSpec()
                .usageMessage()
                .exitCodeList(codes)
                .customSynopsis(
                        "mongohaul COMMAND [ARGUMENT...] [OPTION...]",
                        "       mongohaul FILE... [NAME=VALUE...] [OPTION...]   (mongohaul import FILE...)");
        layOutCommand(program);
        program.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
        program.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> byPurpose(help, purposes));
    }

    /** Asks for the width of the terminal only now, because this loads a native library. */
    private static CommandLine.Help of(CommandSpec command, ColorScheme colors) {
        command.usageMessage().width(width());
        return new CommandLine.Help(command, colors);
    }

    /** Returns the width of texts on this terminal. */
    static int width() {
        return Math.max(SMALLEST_WIDTH, Math.min(LARGEST_WIDTH, Terminal.outputWidth(LARGEST_WIDTH)));
    }

    private static void layOutCommand(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        if (usage.exitCodeList().isEmpty()) {
            usage.exitCodeList(UsageMessageSpec.keyValuesMap("0:completed", "1:failed", "2:wrong command or input"));
        }
        if (command.getCommandSpec().positionalParameters().isEmpty()) {
            usage.optionListHeading("%n");
        } else {
            usage.parameterListHeading("%n");
        }
        addParagraph(command, SETTINGS, SettingOptions::areOf);
        addParagraph(command, SERVER, spec -> spec.findOption("--no-embedded") != null);
        addParagraph(
                command, PAGES, spec -> spec.parent() == null || spec.name().equals("help"));
        command.getSubcommands().values().forEach(Help::layOutCommand);
    }

    private static void addParagraph(CommandLine command, String text, Predicate<CommandSpec> concerned) {
        command.getHelpSectionMap().put(text, help -> {
            UsageMessageSpec usage = help.commandSpec().usageMessage();
            StringBuilder paragraph = new StringBuilder(System.lineSeparator());
            CommandLine.Help.join(
                    help.ansi(),
                    usage.width(),
                    usage.adjustLineBreaksForWideCJKCharacters(),
                    new String[] {text},
                    paragraph);
            return concerned.test(help.commandSpec()) ? paragraph.toString() : "";
        });
    }

    private static String byPurpose(CommandLine.Help help, Map<String, List<String>> purposes) {
        StringBuilder text = new StringBuilder();
        purposes.forEach((purpose, names) -> {
            TextTable list = TextTable.forColumns(
                    help.colorScheme(),
                    new Column(NAME_WIDTH, INDENT, Overflow.SPAN),
                    new Column(help.commandSpec().usageMessage().width() - NAME_WIDTH, 0, Overflow.WRAP));
            for (String name : names) {
                CommandLine.Help command = help.subcommands().get(name);
                if (command != null) {
                    list.addRowValues(name, command.commandSpec().usageMessage().description()[0]);
                }
            }
            text.append("%n%s:%n".formatted(purpose)).append(list);
        });
        return text.toString();
    }
}
