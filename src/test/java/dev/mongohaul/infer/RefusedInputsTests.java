package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.InputRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusedInputsTests {

    @TempDir
    private Path folder;

    @BeforeEach
    void writeInputs() throws IOException {
        Files.writeString(folder.resolve("empty.csv"), "");
        Files.writeString(folder.resolve("blank.csv"), "\n\n");
        Files.writeString(folder.resolve("head.csv"), "id,name\n");
        Files.writeString(folder.resolve("long.csv"), "id,name\n1,Ann,Ulm\n");
        Files.writeString(folder.resolve("binary.csv"), "abcd\0\0");
        Files.writeString(folder.resolve("late.csv"), "id,name\n" + "1,Ann\n".repeat(12_000) + "2,B\0n\n3,Cem\n");
        Files.writeString(folder.resolve("units1.csv"), "s,v\nsec,volt\n1,2\n2,3\n");
        Files.writeString(folder.resolve("units2.csv"), "s,v\n1,2\n2,3\n");
        Files.writeString(folder.resolve("data.json"), "{ \"a\": 1 }\n{ \"a\": 2 }\n");
        Files.writeString(folder.resolve("archive.gz"), "no archive");
        Files.writeString(folder.resolve("one.csv"), "id,name\n1,Ann\n");
        Files.writeString(folder.resolve("other.csv"), "id,city\n1,Ulm\n");
        Files.writeString(folder.resolve("bare.csv"), "1,2024-01-05,3.5\n2,2024-01-06,4.5\n");
        Files.writeString(folder.resolve("headed.csv"), "nr,day,day\n3,2024-01-07,5.5\n4,2024-01-08,6.5\n");
        Files.createDirectory(folder.resolve("folder"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nope.csv         | nope.csv: no such file
            *.tsv            | No file matches '*.tsv'
            folder           | folder: is a folder; name a file in it
            empty.csv        | empty.csv: the input has no record
            blank.csv        | blank.csv: the input has no record
            head.csv         | head.csv: the input has a header and no record
            long.csv         | long.csv: no record has the 2 cells of the header; the first is in line 2
            binary.csv       | binary.csv is not a text file: byte 5 is a NUL
            late.csv         | late.csv: line 12002 has a NUL, which no text has. Remove it from the file.
            units1.csv units2.csv | units2.csv: line 2 differs from that of the first file
            data.json        | data.json is JSON. mongohaul imports CSV. Use mongoimport for JSON.
            archive.gz       | archive.gz: the archive is damaged
            -                | Standard input can be read only once
            bare.csv bare.csv headed.csv | headed.csv has a header, and bare.csv has none
            one.csv other.csv | other.csv: column 2 is 'city', but 'name' in one.csv
            """)
    void unusableInputIsRefused(String files, String message) {
        JobInference inference = new JobInference(folder, InputRules.ANY);

        assertThatThrownBy(() -> inference.infer(List.of(files.split(" ", -1)), Inferred.NO_HINTS))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }
}
