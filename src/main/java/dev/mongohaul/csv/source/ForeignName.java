package dev.mongohaul.csv.source;

import java.io.File;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Name of a file that belongs to another machine, system or program, and what to write in its place. */
final class ForeignName {

    private static final Pattern SHARE = Pattern.compile("[/\\\\]{2}.*", Pattern.DOTALL);
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:[/\\\\].*", Pattern.DOTALL);
    private static final Pattern SCHEME =
            Pattern.compile("(?<scheme>[A-Za-z][A-Za-z0-9+.-]+):(?<slashes>/*)(?<rest>.*)", Pattern.DOTALL);

    private static final String READ = "s3://bucket/key, https://host/path and sftp://user@host/path";

    private ForeignName() {}

    /** Returns what is wrong with a name that no file has; empty if it is a path of this machine, or a whole address. */
    static Optional<String> mistake(String name) {
        if (SHARE.matcher(name).matches()) {
            return Optional.of("'%s' is a share of another machine: mount it, and name the path here".formatted(name));
        }
        if (File.separatorChar == '/' && DRIVE.matcher(name).matches()) {
            return Optional.of("'%s' is a path of Windows: write the path on this machine, such as /data/%s"
                    .formatted(name, name.replaceFirst("(?s).*[/\\\\]", "")));
        }
        Matcher parts = SCHEME.matcher(name);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String scheme = parts.group("scheme").toLowerCase(Locale.ROOT);
        String rest = parts.group("rest");
        String message = switch (scheme) {
            case "s3", "https", "sftp" ->
                parts.group("slashes").equals("//")
                        ? ""
                        : "'%s' is not an address: write %s://%s".formatted(name, scheme, rest);
            case "http" ->
                "'%s' is not read, because http is not encrypted: write https://, or %s"
                        .formatted(name, pipe("curl -fsS", name));
            case "ftp", "ftps" ->
                "'%s' is not read: addresses are %s. Or %s".formatted(name, READ, pipe("curl -fsS", name));
            case "gs" ->
                "'%s' is not read: addresses are %s. Or %s".formatted(name, READ, pipe("gcloud storage cat", name));
            case "file" -> "'%s' is not an address that is read: write the path, /%s".formatted(name, rest);
            default ->
                "'%s' is neither a file of this machine nor an address that is read: %s. Fetch the file first"
                        .formatted(name, READ);
        };
        return Optional.of(message).filter(text -> !text.isEmpty());
    }

    private static String pipe(String command, String name) {
        return "fetch it through a pipe: %s %s | mongohaul import - --collection NAME".formatted(command, name);
    }
}
