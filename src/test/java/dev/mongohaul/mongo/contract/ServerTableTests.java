package dev.mongohaul.mongo.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/servers.md has a row for each server that the contract is tested with. */
class ServerTableTests {

    private static final Pattern TESTED_BY = Pattern.compile("(?m)^\\|.*`(\\w+ContractIT)`");

    @Test
    void eachSubclassOfTheContractHasARow() throws IOException {
        String docs = Files.readString(Path.of("docs/servers.md"));

        assertThat(TESTED_BY.matcher(docs).results().map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(new ClassFileImporter()
                        .importPackagesOf(ServerContract.class).stream()
                                .filter(type -> type.isAssignableTo(ServerContract.class)
                                        && !type.getModifiers().contains(JavaModifier.ABSTRACT))
                                .map(JavaClass::getSimpleName)
                                .toList());
    }
}
