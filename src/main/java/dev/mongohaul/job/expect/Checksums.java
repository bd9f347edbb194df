package dev.mongohaul.job.expect;

import dev.mongohaul.csv.archive.Archives;
import dev.mongohaul.csv.digest.BlockListener;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.codec.digest.DigestUtils;

/** Checksums of files, made of the bytes of one pass and compared with those that the sender gave. Thread-safe. */
public final class Checksums implements BlockListener {

    private final List<ChecksumFile> given;
    private final List<InputObject> files;
    private final Map<String, OrderedDigest> digests = new HashMap<>();

    /**
     * @param given checksum file of each file, in their order; none if no checksum is expected
     * @param files the inputs, and archives of inputs
     */
    Checksums(List<ChecksumFile> given, List<InputObject> files) {
        this.given = given;
        this.files = files;
        for (int index = 0; index < given.size(); index++) {
            String address = files.get(index).address();
            // The pass reads parts of an archive.
            if (!Archives.isArchive(address)) {
                digests.put(
                        address,
                        new OrderedDigest(DigestUtils.getDigest(given.get(index).algorithm())));
            }
        }
    }

    @Override
    public void read(Input input, long offset, byte[] bytes, int length) {
        OrderedDigest digest = digests.get(input.address());
        if (digest != null) {
            digest.add(offset, bytes, length);
        }
    }

    private String found(InputObject file, String algorithm) {
        OrderedDigest digest = digests.get(file.address());
        if (digest != null) {
            return digest.hex();
        }
        try (InputStream in = file.open(null)) {
            return new DigestUtils(algorithm).digestAsHex(in);
        } catch (IOException e) {
            throw InputException.refused("%s: cannot be read (%s)".formatted(file.address(), e));
        }
    }

    /**
     * Compares the checksums after the pass.
     *
     * @throws InputException if one differs
     */
    public void require() {
        for (int index = 0; index < given.size(); index++) {
            ChecksumFile file = given.get(index);
            String found = found(files.get(index), file.algorithm());
            String path = files.get(index).address();
            String expected = file.of(path);
            if (!found.equals(expected)) {
                throw InputException.refused(
                        "%s is damaged or not complete: its %s is %s, and %s says %s. Nothing was loaded; get the file again"
                                .formatted(path, file.algorithm(), found, file.path(), expected));
            }
        }
    }
}
