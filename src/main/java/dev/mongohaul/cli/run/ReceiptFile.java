package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.ReceiptJson;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.prove.Receipt;
import dev.mongohaul.text.AsideFile;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * File of a receipt.
 *
 * @param named as the user names it
 * @param path of the file
 */
public record ReceiptFile(Path named, Path path) {

    /** Returns the receipt of the file. */
    public Receipt read() {
        try {
            return new ReceiptJson(named.toString()).read(Files.readString(path));
        } catch (NoSuchFileException e) {
            throw new UsageException("There is no file %s".formatted(named));
        } catch (MalformedInputException e) {
            throw new UsageException("%s is not a receipt: it is not a text in UTF-8".formatted(named));
        } catch (IOException e) {
            throw new UsageException("%s cannot be read: %s".formatted(named, e.getMessage()));
        }
    }

    /**
     * Returns the receipt that a new one of an import replaces; empty if there is no file.
     *
     * @throws UsageException if the file is not a receipt of this import, or its folder is not there
     */
    public Optional<Receipt> replaced(long importNumber, String target) {
        Path folder = Objects.requireNonNullElse(path.toAbsolutePath().getParent(), path);
        if (!Files.isDirectory(folder)) {
            throw new UsageException("%s cannot be written: there is no folder %s".formatted(named, folder));
        }
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        String advice =
                "%s exists, and is not replaced: it is no receipt of this import. Name another file".formatted(named);
        try {
            Receipt former = read();
            if (former.importNumber() == importNumber && former.target().equals(target)) {
                return Optional.of(former);
            }
        } catch (UsageException e) {
            throw new UsageException(advice);
        }
        throw new UsageException(advice);
    }

    /**
     * Writes the receipt in one step.
     *
     * @param former that it replaces
     */
    public void write(Receipt receipt, Optional<Receipt> former) {
        try (AsideFile written = AsideFile.create(path)) {
            Files.writeString(written.path(), ReceiptJson.of(receipt));
            if (former.isPresent()) {
                written.publish(path);
            } else {
                written.publishNew(path);
            }
        } catch (FileAlreadyExistsException e) {
            throw new UsageException("%s was made by another program meanwhile, and is not replaced".formatted(named));
        } catch (IOException e) {
            throw new UsageException("%s cannot be written: %s".formatted(named, e.getMessage()));
        }
    }
}
