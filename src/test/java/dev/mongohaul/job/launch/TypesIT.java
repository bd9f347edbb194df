package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.writer.WriterType;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TypesIT {

    private static final String FIELDS = """
            fields:
              key: uuid
              rest: auto
              owner: objectid
              photo: binary
              hash: { type: binary, encoding: hex }
              sizes: { type: array, of: int32, separator: ";" }
              extra: json
              shop: { type: constant, value: Oslo }
              version: { type: constant, value: 3 }
              at: { type: date, from: [day, time], pattern: "dd.MM.yyyy HH:mm", zone: Europe/Berlin }
            """;

    private static Program program;

    @TempDir
    private Path folder;

    static Stream<WriterType> writers() {
        return WriterType.ALL.stream();
    }

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @ParameterizedTest
    @MethodSource("writers")
    void valuesOfEveryTypeAreStoredUnchanged(WriterType writer) {
        String name = "types-" + writer;
        TestJob job = TestJob.in(folder, name, "target: {collection: " + name + ", id: [key]}", FIELDS)
                .input("""
                        key,rest,owner,photo,hash,sizes,shop,day,extra,time
                        00112233-4455-6677-8899-aabbccddeeff,007,507f1f77bcf86cd799439011,3q2+7w==,DEAD,1;2,,03.01.2026,"{""o"": {}, ""l"": [], ""n"": [1, 2.5, 9223372036854775808, null]}",14:05
                        """);

        Run run = program.run(job.prepare("writer=" + writer));

        assertThat(run.counts()).isEqualTo(new Counts(1, 1, 0, 0, 0));
        assertThat(program.database()
                        .getCollection(name, RawBsonDocument.class)
                        .find()
                        .first())
                .isEqualTo(RawBsonDocument.parse("""
                        {_id: {$binary: {base64: "ABEiM0RVZneImaq7zN3u/w==", subType: "04"}},
                         key: {$binary: {base64: "ABEiM0RVZneImaq7zN3u/w==", subType: "04"}},
                         rest: "007",
                         owner: {$oid: "507f1f77bcf86cd799439011"},
                         photo: {$binary: {base64: "3q2+7w==", subType: "00"}},
                         hash: {$binary: {base64: "3q0=", subType: "00"}},
                         sizes: [1, 2],
                         shop: "Oslo",
                         extra: {o: {}, l: [], n: [1, 2.5, {$numberDecimal: "9223372036854775808"}, null]},
                         at: {$date: "2026-01-03T13:05:00Z"},
                         version: 3}
                        """));
    }

    @ParameterizedTest
    @MethodSource("writers")
    void deepestJsonIsStored(WriterType writer) {
        String name = "deep-" + writer;
        String path = "a" + ".a".repeat(20);
        TestJob job = TestJob.in(folder, name, "fields: {" + path + ": json}")
                .input(path + "\n" + "[".repeat(100) + "]".repeat(100) + "\n");

        Run run = program.run(job.prepare("writer=" + writer));

        assertThat(run.counts()).isEqualTo(new Counts(1, 1, 0, 0, 0));
        assertThat(program.documents(name).get(0).get("a")).isInstanceOf(Document.class);
    }
}
