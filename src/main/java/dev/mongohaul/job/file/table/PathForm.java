package dev.mongohaul.job.file.table;

import dev.mongohaul.job.file.Source;
import dev.mongohaul.job.file.form.Form;
import dev.mongohaul.job.file.form.Reading;
import dev.mongohaul.job.file.form.Schemas;
import dev.mongohaul.job.file.form.TextForm;
import dev.mongohaul.job.file.yaml.Node;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A path or a glob on this machine's disks; a relative one is made absolute by the place where it was written. */
record PathForm() implements Form<String> {

    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*|[/\\\\]{2}.*");
    private static final Pattern DEVICE = Pattern.compile("/(dev|proc|sys)(/.*)?");

    @Override
    public @Nullable String read(Node node, Reading reading) {
        String text = new TextForm("").read(node, reading);
        if (text == null || text.equals(Source.STANDARD_INPUT)) {
            return text;
        }
        String absolute = text.isBlank() ? null : absolute(text, node);
        if (absolute == null || DEVICE.matcher(absolute).matches() || isAddress(text, absolute)) {
            reading.isNot(node, allowed());
            return null;
        }
        return absolute;
    }

    /** A file whose name looks like an address is that file. */
    private static boolean isAddress(String text, String absolute) {
        return ADDRESS.matcher(text).matches() && !Files.exists(Path.of(absolute));
    }

    private static @Nullable String absolute(String text, Node node) {
        try {
            return node.place()
                    .folder()
                    .toAbsolutePath()
                    .resolve(Path.of(text))
                    .normalize()
                    .toString();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    @Override
    public JsonNode write(String value) {
        return Schemas.JSON.stringNode(value);
    }

    @Override
    public ObjectNode schema() {
        return Schemas.type("string").put("minLength", 1);
    }

    @Override
    public String allowed() {
        return "a path on this machine: nothing is fetched from an address, nothing below /dev, /proc and /sys is read";
    }
}
