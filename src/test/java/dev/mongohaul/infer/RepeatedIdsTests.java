package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Id columns of many records, some with repeated values. */
class RepeatedIdsTests {

    @TempDir
    private Path folder;

    @Test
    void idRepeatedByOneRecordIsProposed() throws IOException {
        String text = inferred("id,kind,state", 3001, n -> (n == 3000 ? 7 : n) + ",k" + n % 7 + ",s" + n % 5);

        assertThat(text)
                .contains("  id: [id]  # 1 record repeats an id, and is rejected unless it is the same record;"
                        + " otherwise unique in all 3,001 records\n");
    }

    @Test
    void idRepeatedByManyRecordsIsNotProposed() throws IOException {
        String text = inferred("id,kind,state", 3001, n -> n / 2 + ",k" + n % 50 + ",s" + n % 40);

        assertThat(text)
                .contains("# without an id, the _id is generated: ")
                .contains("in id, 1,500 records repeat an earlier value");
    }

    @Test
    void threeColumnsUniqueTogetherAreOffered() throws IOException {
        String text = inferred(
                "airline,number,from,stops,to",
                1000,
                n -> "A%d,%d,F%d,0,T%d".formatted(n / 100, n / 100, n / 10 % 10, n % 10));

        assertThat(text).contains("no column is unique; unique together in all 1,000 records: [airline, from, to]\n");
    }

    @Test
    void manyColumnsUniqueTogetherAreOffered() throws IOException {
        String text = inferred(
                "adsh,tag,version,ddate,qtrs,uom,dimh,iprx,note",
                2187,
                n -> "a%d,t%d,v%d,d%d,q%d,u%d,h%d,%d,"
                        .formatted(
                                n % 3, n / 3 % 3, n / 9 % 3, n / 27 % 3, n / 81 % 3, n / 243 % 3, n / 729 % 3, n % 2));

        assertThat(text)
                .contains("unique together in all 2,187 records: [adsh, tag, version, ddate, qtrs, uom, dimh]\n");
    }

    @Test
    void rejectedRecordsAreNotCountedAsKeys() throws IOException {
        String text = inferred("id,kind", 100, n -> n == 50 ? "1,a,b" : n == 99 ? "Total," : n + ",k");

        assertThat(text).contains("  id: [id]  # unique in all 98 records\n", "  id: int32\n");
    }

    private String inferred(String header, int count, IntFunction<String> record) throws IOException {
        Files.writeString(
                folder.resolve("in.csv"),
                IntStream.range(0, count).mapToObj(record).collect(Collectors.joining("\n", header + "\n", "\n")));
        return Inferred.of(folder, "in.csv").text();
    }
}
