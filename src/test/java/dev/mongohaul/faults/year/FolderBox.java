package dev.mongohaul.faults.year;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Folders of this machine. */
record FolderBox(Path folder) implements Box {

    @Override
    public String inJobFile(String path) {
        return path;
    }

    @Override
    public void put(String path, String content, Instant modified) {
        Path file = folder.resolve(path);
        try {
            Files.createDirectories(file.getParent());
            Path aside = Files.writeString(folder.resolve("aside"), content);
            Files.setLastModifiedTime(aside, FileTime.from(modified));
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<String> paths(String name) {
        if (!Files.isDirectory(folder.resolve(name))) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder.resolve(name))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String content(String path) {
        try {
            return Files.readString(folder.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean hasFile(String address) {
        return Files.exists(Path.of(address));
    }

    @Override
    public boolean canGrow() {
        return true;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }
}
