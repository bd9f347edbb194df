package dev.mongohaul.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsideFileTests {

    @TempDir
    private Path folder;

    private Path target;

    @BeforeEach
    void createTarget() throws IOException {
        target = Files.writeString(folder.resolve("a.json"), "old");
    }

    @Test
    void targetIsReplacedWhenItIsPublished() throws IOException {
        try (AsideFile file = AsideFile.create(target)) {
            Files.writeString(file.path(), "new");
            assertThat(target).hasContent("old");

            file.publish(target);
        }

        assertThat(target).hasContent("new");
        assertThat(files()).containsExactly(target);
    }

    @Test
    void unpublishedFileIsRemoved() throws IOException {
        try (AsideFile file = AsideFile.unique(target)) {
            Files.writeString(file.path(), "new");
        }

        assertThat(target).hasContent("old");
        assertThat(files()).containsExactly(target);
    }

    @Test
    void existingTargetIsNotPublishedAsNew() throws IOException {
        try (AsideFile file = AsideFile.unique(target)) {
            assertThatThrownBy(() -> file.publishNew(target)).isInstanceOf(FileAlreadyExistsException.class);
        }

        assertThat(target).hasContent("old");
    }

    @Test
    void linkInThePlaceOfTheFileIsNotFollowed() throws IOException {
        Files.createSymbolicLink(folder.resolve(".a.json.part"), target);

        try (AsideFile file = AsideFile.create(target)) {
            Files.writeString(file.path(), "new");
        }

        assertThat(target).hasContent("old");
    }

    @Test
    void uniqueFilesOfOneTargetAreReadByTheirOwnerOnly() throws IOException {
        try (AsideFile one = AsideFile.unique(target);
                AsideFile two = AsideFile.unique(target)) {
            assertThat(one.path()).isNotEqualTo(two.path()).hasParent(folder);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one.path())))
                    .isEqualTo("rw-------");
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
