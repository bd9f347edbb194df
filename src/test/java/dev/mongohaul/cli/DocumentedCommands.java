package dev.mongohaul.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files and commands in the code blocks of a page. A block whose first line names a path after its language is a file. The
 * part of a line that belongs to the shell is left out.
 *
 * @param text of the page, or of a part of it
 */
record DocumentedCommands(String text) {

    private static final Pattern BLOCK = Pattern.compile("(?m)^```(\\S*)(?: (\\S+))?\\n((?s:.*?))```");
    private static final Pattern COMMAND = Pattern.compile(
            "(?:.*[|&] )?(?:(?:\\./)?mongohaul|java -jar \\S+/mongohaul\\.jar) ([^|>#]*?)(?: 2?>.*| \\|\\| .*| +#.*)?");
    private static final Pattern ARGUMENT = Pattern.compile("'([^']*)'|\\S+");

    /** Writes the files into a folder, as if they had come a minute ago. */
    void writeFiles(Path folder) throws IOException {
        for (Matcher block = BLOCK.matcher(text); block.find(); ) {
            if (block.group(2) != null) {
                Path file = folder.resolve(block.group(2));
                Files.createDirectories(file.getParent());
                Files.writeString(file, block.group(3));
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
            }
        }
    }

    /** Returns the arguments of each command. */
    List<List<String>> commands() {
        List<List<String>> commands = new ArrayList<>();
        for (Matcher block = BLOCK.matcher(text); block.find(); ) {
            block.group(3)
                    .lines()
                    .map(COMMAND::matcher)
                    .filter(Matcher::matches)
                    .forEach(line -> {
                        List<String> arguments = new ArrayList<>();
                        for (Matcher argument = ARGUMENT.matcher(line.group(1)); argument.find(); ) {
                            arguments.add(argument.group(1) == null ? argument.group() : argument.group(1));
                        }
                        commands.add(arguments);
                    });
        }
        return commands;
    }
}
