package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.job.JobRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that were inferred from a header whose cells cannot be names, and later files with another header. */
class LaterHeadersTests {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // the same header
                ",name,amount;1,Ann,5 | ,name,amount;2,Bob,6 | {column1: 2, name: 'Bob', amount: 6}",
                // an index, as pandas writes it, and the other columns in another order
                ",name,amount;1,Ann,5 | ,amount,name;2,6,Bob | {column1: 2, name: 'Bob', amount: 6}",
                "name,,amount;Ann,1,5 | amount,name,;6,Bob,2 | {column2: 2, name: 'Bob', amount: 6}",
                // an index without a cell, as R writes it
                "name,amount;1,Ann,5;2,Bob,6 | amount,name;2,6,Bob | {column1: 2, name: 'Bob', amount: 6}",
                // records that end in a delimiter
                "A,B,C;1,4,7,;2,5,8, | B,A,C;40,10,70, | {A: 10, B: 40, C: 70}",
                // a header that ends in a delimiter
                "A,B,;1,4;2,5;3,6 | B,A,;40,10;50,20;60,30 | {A: 10, B: 40}",
                "A,B,;1,4;2,5;3,6 | B,A;40,10 | {A: 10, B: 40}",
                // both end in one
                "A,B,;1,4,;2,5, | B,A,;40,10, | {A: 10, B: 40}",
                // units below the header
                "t,v;s,m/s;1,2.5;2,3.5 | v,t;m/s,s;4.5,3 | {t: 3, v: {$numberDecimal: '4.5'}}",
                // the same name twice: the first of them stays the first
                "id,v,v;1,4,7 | v,id,v;40,10,70 | {id: 10, v: 40, v_2: 70}",
                // a new column, and a line above the header
                ",name;1,Ann | name,,city;Bob,2,Ulm | {column1: 2, name: 'Bob', city: 'Ulm'}",
                "Prices;;;id,v,v;1,4,7;2,5,8 | Prices;;;v,v,id;40,70,10;5,8,2 | {id: 10, v: 40, v_2: 70}"
            })
    void columnsAreFoundByTheirCells(String first, String later, String document) throws IOException {
        write(first);
        Inferred job = Inferred.of(folder, "p.csv");

        write(later);

        assertThat(job.rejects()).as(job.text()).isEmpty();
        Document expected = Document.parse(document);
        Document found = job.documents().get(0);
        found.remove("_id");
        assertThat(found).as(job.text()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ",name,amount;1,Ann,5 | name,amount;Ann,5 | column1",
                ",name,amount;1,Ann,5 | ,nom,amount;1,Ann,5 | name",
                "id,v,v;1,4,7 | id,v;1,4 | v_2",
                "A,B,C;1,4,7,;2,5,8, | A,C;1,7, | B",
            })
    void missingColumnIsRefused(String first, String later, String column) throws IOException {
        write(first);
        Inferred job = Inferred.of(folder, "p.csv");

        write(later);

        assertThatThrownBy(job::documents)
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining(column);
    }

    private void write(String lines) throws IOException {
        Files.write(folder.resolve("p.csv"), List.of(lines.split(";", -1)));
    }
}
