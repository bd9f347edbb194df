package dev.mongohaul.job.expect;

import dev.mongohaul.csv.digest.BlockListener;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;

/** Checksums of files, made of the bytes of one pass and compared with those that the sender gave. Thread-safe. */
public final class Checksums implements BlockListener {

    private final List<ChecksumFile> given;
    private final List<String> files;
    private final List<OrderedDigest> digests = new ArrayList<>();

    /**
     * @param given checksum file of each input, in their order; none if no checksum is expected
     * @param files addresses of the inputs
     */
    Checksums(List<ChecksumFile> given, List<String> files) {
        this.given = given;
        this.files = files;
        given.forEach(file -> digests.add(new OrderedDigest(DigestUtils.getDigest(file.algorithm()))));
    }

    @Override
    public void read(Input input, long offset, byte[] bytes, int length) {
        if (!digests.isEmpty()) {
            digests.get(input.index()).add(offset, bytes, length);
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
            String found = digests.get(index).hex();
            String expected = file.of(files.get(index));
            if (!found.equals(expected)) {
                throw InputException.refused(
                        "%s is damaged or not complete: its %s is %s, and %s says %s. Nothing was loaded; get the file again"
                                .formatted(files.get(index), file.algorithm(), found, file.path(), expected));
            }
        }
    }
}
