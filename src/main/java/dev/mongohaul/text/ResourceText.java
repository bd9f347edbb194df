package dev.mongohaul.text;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;

/** Text files of the program: scripts, pages and lists of words. */
public final class ResourceText {

    private ResourceText() {}

    /** Returns the text of a resource that lies beside the class. */
    public static String of(Class<?> beside, String name) {
        return Uncheck.get(
                () -> IOUtils.toString(Objects.requireNonNull(beside.getResource(name), name), StandardCharsets.UTF_8));
    }
}
