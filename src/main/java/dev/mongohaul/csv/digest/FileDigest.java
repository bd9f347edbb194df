package dev.mongohaul.csv.digest;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.csv.input.Inputs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Digest of what was read of a file: as that of an import of this file alone. The files of an archive have one together.
 *
 * @param file with the inputs, or the input itself
 */
public record FileDigest(InputObject file, String digest) {

    /**
     * Returns the digests of the files, each once, in the order of the inputs.
     *
     * @param inputs that were read
     * @param content digest of all
     */
    public static List<FileDigest> of(Inputs inputs, String content) {
        Map<String, List<Input>> files = new LinkedHashMap<>();
        inputs.list()
                .forEach(input -> files.computeIfAbsent(input.file().address(), file -> new ArrayList<>())
                        .add(input));
        return files.values().stream()
                .map(input -> new FileDigest(input.get(0).file(), files.size() == 1 ? content : digest(input)))
                .toList();
    }

    private static String digest(List<Input> inputs) {
        List<String> digests = inputs.stream()
                .map(input -> Objects.requireNonNull(input.digest()))
                .toList();
        return digests.size() == 1 ? digests.get(0) : DigestUtils.sha512_256Hex(String.join(" ", digests));
    }
}
