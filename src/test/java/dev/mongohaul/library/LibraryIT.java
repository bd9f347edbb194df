package dev.mongohaul.library;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ValidationOptions;
import dev.mongohaul.Programs;
import dev.mongohaul.faults.process.BuiltProgram;
import dev.mongohaul.mongo.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.ResourcelessJobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.batch.infrastructure.item.ItemStreamException;
import org.springframework.batch.infrastructure.item.ItemStreamReader;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.infrastructure.item.ParseException;
import org.springframework.batch.infrastructure.item.WriteFailedException;
import org.springframework.batch.infrastructure.item.support.ListItemReader;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.util.FileSystemUtils;

class LibraryIT {

    private static final Pattern VERSIONS = Pattern.compile(
            "spring-boot-dependencies</artifactId>\\s*<version>([^<]+)<.*?<artifactId>mongohaul</artifactId>\\s*<version>([^<]+)<",
            Pattern.DOTALL);

    private final String name = TestServer.database("library");
    private final MongoDatabase database = TestServer.client().getDatabase(name);
    private final String uri = TestServer.uri().replaceFirst("^(mongodb://[^/?]+)(/[^?]*)?", "$1/" + name);

    /** The modules of one build: a second start of Maven would take seconds. */
    @TempDir
    private static Path modules;

    private static boolean built;

    @TempDir
    private Path folder;

    @BeforeEach
    void copyProject() throws IOException {
        FileSystemUtils.copyRecursively(Path.of("src/example"), folder);
    }

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    @Tag(Programs.TAG)
    void programThatDependsOnTheJarImportsAndWrites() throws Exception {
        Programs.requireTheirBuild();
        build();
        Path program = modules.resolve("example");

        assertThat(run(
                        program,
                        "java",
                        "-jar",
                        "target/example.jar",
                        "--spring.mongodb.uri=" + uri,
                        "--database=" + name))
                .contains("COMPLETED", ":: Spring Boot ::");
        assertThat(documents("prices"))
                .containsExactly(
                        new Document("_id", "a-1").append("amount", 10),
                        new Document("_id", "a-2").append("amount", 20));
        assertThat(documents("rows"))
                .containsExactly(
                        new Document("_id", "a-1").append("text", "{sku=a-1, amount=10}"),
                        new Document("_id", "a-2").append("text", "{sku=a-2, amount=20}"));

        database.getCollection("prices")
                .updateOne(new Document("_id", "a-1"), new Document("$set", new Document("amount", 11)));
        assertThat(run(
                        1,
                        program,
                        Map.of(),
                        "java",
                        "-jar",
                        "target/example.jar",
                        "--spring.mongodb.uri=" + uri,
                        "--database=" + name))
                .contains("exitCode=FAILED");

        database.getCollection("prices").drop();
        database.getCollection("rows").drop();
        String[] restartable = {
            "java", "-Dloader.main=example.RestartableJob", "-jar", "target/example.jar", "--spring.mongodb.uri=" + uri
        };
        assertThat(run(program, restartable)).contains("COMPLETED");
        assertThat(database.getCollection("BATCH_JOB_EXECUTION").distinct("status", String.class))
                .containsExactly("COMPLETED");
        // As kill -9 after the last chunk would leave them.
        Document began = new Document(
                        "$set", new Document("status", "STARTED").append("exitStatus.exitCode", "EXECUTING"))
                .append("$unset", new Document("endTime", 1));
        database.getCollection("BATCH_JOB_EXECUTION").updateMany(new Document(), began);
        database.getCollection("BATCH_STEP_EXECUTION").updateMany(new Document("name", "documents"), began);
        assertThat(run(program, restartable)).contains("COMPLETED");
        assertThat(documents("rows")).hasSize(2);
        assertThat(database.getCollection("BATCH_JOB_EXECUTION").distinct("status", String.class))
                .containsExactlyInAnyOrder("COMPLETED", "FAILED");

        assertThat(run(program, "java", "-Dloader.main=example.NightlyImport", "-jar", "target/example.jar", uri))
                .contains("completed, 2 written");
        assertThat(documents("imported"))
                .containsExactly(
                        new Document("_id", "a-1").append("sku", "a-1").append("amount", 10),
                        new Document("_id", "a-2").append("sku", "a-2").append("amount", 20));

        String host = run(
                program,
                "java",
                "-Dloader.main=example.Host",
                "-jar",
                "target/example.jar",
                "--spring.mongodb.uri=" + uri);
        assertThat(host)
                .contains("beans []", "build null", "context AnnotationConfigApplicationContext")
                .contains(":: Spring Boot ::", "INFO ");
    }

    @Test
    @Tag(Programs.TAG)
    void processorIsBuiltWithItsTestAndUsed() throws Exception {
        Programs.requireTheirBuild();
        build();
        Path project = modules.resolve("processor");
        Path jar = project.resolve("target/clean.jar");
        Map<String, String> variables = Map.of("MONGODB_URI", uri, "MONGOHAUL_CLASSPATH", jar.toString());

        assertThat(project.resolve("target/surefire-reports/TEST-com.acme.CleanTests.xml"))
                .content()
                .contains("tests=\"1\"", "failures=\"0\"");
        assertThat(run(10, project, variables, program("check", "orders")))
                .contains("Processor: com.acme.Clean, version 1.4.0")
                .containsPattern("filtered +1\n");
        assertThat(run(10, project, variables, program("import", "orders")))
                .containsPattern("written +1\n")
                .containsPattern("filtered +1\n")
                .contains("Clean: the amount is negative (IllegalArgumentException, Clean.java:18)");
        assertThat(documents("orders"))
                .containsExactly(new Document("_id", "1")
                        .append("order", "1")
                        .append("amount", 30)
                        .append("currency", "EUR"));
    }

    @Test
    void readerContinuesAfterItsLastChunkAndNamesMalformedRecords() throws Exception {
        Path file = Files.writeString(folder.resolve("three.csv"), "a,b\n1,\"x\ny\"\n2\n3,z\n");
        ExecutionContext context = new ExecutionContext();
        ItemStreamReader<Map<String, String>> first = CsvReaders.rows(file);
        first.open(context);
        assertThat(first.read()).containsExactly(Map.entry("a", "1"), Map.entry("b", "x\ny"));
        first.update(context);
        first.close();

        ItemStreamReader<Map<String, String>> second = CsvReaders.rows(file);
        second.open(context);

        assertThatThrownBy(second::read).isInstanceOf(ParseException.class).hasMessageContaining("three.csv:4: ");
        assertThat(second.read()).containsEntry("a", "3");
        assertThat(second.read()).isNull();
    }

    @Test
    void missingFileWithBracketsIsNoPattern() throws Exception {
        Files.writeString(folder.resolve("export2.csv"), "a\n1\n");

        assertThatThrownBy(
                        () -> CsvReaders.rows(folder.resolve("export[2].csv")).open(new ExecutionContext()))
                .isInstanceOf(ItemStreamException.class)
                .hasMessageEndingWith("export[2].csv: no such file");
    }

    @Test
    void packedFileWithOtherContentIsNotContinued() throws Exception {
        Path file = folder.resolve("packed.csv.gz");
        Files.write(file, gzip("n,name\n10,John\n11,b\n"));
        ExecutionContext context = new ExecutionContext();
        ItemStreamReader<Map<String, String>> first = CsvReaders.rows(file);
        first.open(context);
        assertThat(first.read()).containsEntry("n", "10");
        first.update(context);
        first.close();
        CsvReaders.rows(file).open(context);
        Files.write(file, gzip("n,name\n11,John\n10,b\n"));

        assertThatThrownBy(() -> CsvReaders.rows(file).open(context))
                .isInstanceOf(ItemStreamException.class)
                .hasMessageContaining("when the step began");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream stream = new GZIPOutputStream(packed)) {
            stream.write(text.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"n;name\n9;Jöhn\n10;b\n", "n;name\n9;J\n", "n;name\n9;Johan\n11;b\n"})
    void fileWithOtherContentIsNotContinued(String changed) throws Exception {
        Path file = Files.writeString(folder.resolve("local.csv"), "n;name\n10;Jöhn\n11;b\n", ISO_8859_1);
        ExecutionContext context = new ExecutionContext();
        ItemStreamReader<Map<String, String>> first = CsvReaders.rows(file, ';', ISO_8859_1);
        first.open(context);
        assertThat(first.read()).containsExactly(Map.entry("n", "10"), Map.entry("name", "Jöhn"));
        first.update(context);
        first.close();
        Files.writeString(file, changed, ISO_8859_1);

        assertThatThrownBy(() -> CsvReaders.rows(file, ';', ISO_8859_1).open(context))
                .isInstanceOf(ItemStreamException.class)
                .hasMessageEndingWith(
                        "local.csv has other content than when the step began: restore it to continue, or start another job instance");
    }

    @ParameterizedTest
    @ValueSource(strings = {"America/New_York", "Asia/Tokyo"})
    void datesAreReadAsTheyWereWritten(String id) throws Exception {
        Dated dated = new Dated(1, LocalDate.of(2026, 1, 2), LocalDateTime.of(2026, 7, 2, 3, 4));
        TimeZone zone = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone(id));
            MongoWriters.raw(TestServer.client(), name, "dated", Dated.class).write(Chunk.of(dated));

            assertThat(new MongoTemplate(TestServer.client(), name).findAll(Dated.class, "dated"))
                    .containsExactly(dated);
        } finally {
            TimeZone.setDefault(zone);
        }
    }

    record Dated(int id, LocalDate day, LocalDateTime at) {}

    @Test
    void importsReportWhatTheyDid() {
        try (Imports imports = Imports.connect(uri, folder)) {
            ImportResult first = imports.run(Path.of("prices.yml"), Map.of());
            ImportResult second = imports.run(Path.of("prices.yml"), Map.of());
            ImportResult rejected = imports.run(
                    Path.of("prices.yml"),
                    Map.of("fields.sku", "int32", "target.collection", "none", "target.id", "[]"));

            assertThat(first.status()).isEqualTo("completed");
            assertThat(List.of(first.read(), first.written(), first.rejected(), first.alreadyThere()))
                    .containsExactly(2L, 2L, 0L, 0L);
            assertThat(Document.parse(first.json()).get("counts", Document.class))
                    .containsEntry("written", 2);
            assertThat(second.isCompleted()).isTrue();
            assertThat(second.run()).isZero();
            assertThat(second.message()).isNotBlank();
            assertThat(rejected.isCompleted()).isFalse();
            assertThat(rejected.message()).contains("reject");
            assertThatThrownBy(() -> imports.run(Path.of("missing.yml"), Map.of()))
                    .isInstanceOf(ImportException.class)
                    .hasMessageContaining("missing.yml")
                    .extracting("exitCode")
                    .isEqualTo(2);
        }
    }

    @Test
    void eachFileIsImportedOnce() throws IOException {
        Files.writeString(folder.resolve("data/more.csv"), "sku,amount\nc-1,1\n");
        for (String file : List.of("data/prices.csv", "data/more.csv")) {
            // A file that was changed just now would be waited for.
            Files.setLastModifiedTime(
                    folder.resolve(file), FileTime.from(Instant.now().minusSeconds(60)));
        }
        Map<String, String> each = Map.of("source.files", "data/*.csv", "source.each", "file");
        try (Imports imports = Imports.connect(uri, folder)) {
            ImportResult first = imports.run(Path.of("prices.yml"), each);
            ImportResult second = imports.run(Path.of("prices.yml"), each);

            assertThat(first.status()).isEqualTo("completed");
            assertThat(first.written()).isEqualTo(3);
            assertThat(second.status()).isEqualTo("completed");
            assertThat(second.written()).isZero();
        }
    }

    @Test
    void threadsImportAtTheSameTimeAndStopEndsThem() throws IOException {
        Files.copy(folder.resolve("prices.yml"), folder.resolve("others.yml"));
        try (Imports imports = Imports.connect(uri, folder)) {
            List<CompletableFuture<ImportResult>> running = Stream.of("prices", "others")
                    .map(job -> CompletableFuture.supplyAsync(
                            () -> imports.run(Path.of(job + ".yml"), Map.of("target.collection", job))))
                    .toList();
            assertThat(running)
                    .allSatisfy(result -> assertThat(result.get().written()).isEqualTo(2));

            Map<String, String> elsewhere = Map.of("target.collection", "stopped");
            CompletableFuture<ImportResult> stopped =
                    CompletableFuture.supplyAsync(() -> imports.run(Path.of("prices.yml"), elsewhere));
            while (!stopped.isDone()) {
                imports.stop();
            }
            assertThat(stopped.join().status()).isEqualTo("stopped");
            assertThat(imports.run(Path.of("prices.yml"), elsewhere).status()).isEqualTo("completed");
        }
        assertThat(documents("stopped")).hasSize(2);
    }

    @Test
    void contentIsImportedAgainWhereTheProgramSaysSo() {
        Map<String, String> partly = Map.of("rejects.limit", "2", "fields.sku", "int32", "target.id", "[]");
        try (Imports imports = Imports.connect(uri, folder)) {
            ImportResult first = imports.run(Path.of("prices.yml"), partly);
            ImportResult second = imports.run(Path.of("prices.yml"), partly);
            ImportResult again = imports.runAgain(Path.of("prices.yml"), partly);

            assertThat(first.status()).isEqualTo("completed-with-rejects");
            assertThat(second.run()).isZero();
            assertThat(second.status()).isEqualTo("completed-with-rejects");
            assertThat(second.toString()).doesNotContain("{").contains("status=completed-with-rejects");
            assertThat(again.run()).isEqualTo(2);
            assertThat(again.rejected()).isEqualTo(2);
        }
    }

    @Test
    void closedImportsSaySo() {
        Imports imports = Imports.connect(uri, folder);
        imports.close();

        assertThatThrownBy(() -> imports.run(Path.of("prices.yml"), Map.of()))
                .isInstanceOf(ImportException.class)
                .hasMessage("The imports are closed");
    }

    @Test
    void serverThatCannotBeUsedIsNamedWithoutPassword() {
        assertThatThrownBy(() -> Imports.connect("mongodb://user:secret@", folder))
                .isInstanceOf(ImportException.class)
                .message()
                .startsWith("uri is not a valid connection string")
                .doesNotContain("secret", "MONGODB_URI");
    }

    @Test
    void refusedDocumentsAreNamedAndOthersWritten() throws Exception {
        ItemWriter<Document> writer = MongoWriters.direct(TestServer.client(), name, "chunk");
        Document added = new Document("name", "no id");

        assertThatThrownBy(() -> writer.write(Chunk.of(
                        new Document("_id", 1), new Document("_id", 1).append("v", 2), new Document("_id", 2), added)))
                .isInstanceOf(WriteFailedException.class)
                .hasMessageContaining(name + ".chunk refused 1 of 4 documents")
                .hasMessageContaining("{\"_id\": 1}")
                .hasMessageContaining("E11000");
        assertThat(documents("chunk")).extracting(found -> found.get("_id")).containsExactlyInAnyOrder(1, 2);
        writer.write(Chunk.of(added));
        assertThat(documents("chunk"))
                .extracting(found -> found.get("_id"))
                .containsExactlyInAnyOrder(1, 2, added.get("_id"));
        assertThat(added.get("_id")).isInstanceOf(ObjectId.class);
    }

    /** Spring Batch makes the items of a refused chunk again, and writes them one by one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stepThatSkipsStoresEachOtherItemOnce(boolean raw) throws Exception {
        TestServer.client()
                .getDatabase(name)
                .createCollection(
                        "skipped",
                        new CreateCollectionOptions()
                                .validationOptions(new ValidationOptions().validator(Filters.ne("text", "7"))));
        List<String> texts = IntStream.range(0, 30).mapToObj(String::valueOf).toList();
        JobRepository repository = new ResourcelessJobRepository();
        Step step = raw
                ? step(
                        repository,
                        texts,
                        text -> new Named(null, text),
                        MongoWriters.raw(TestServer.client(), name, "skipped", Named.class))
                : step(
                        repository,
                        texts,
                        text -> new Document("text", text),
                        MongoWriters.direct(TestServer.client(), name, "skipped"));
        Job job = new JobBuilder("skips", repository).start(step).build();
        JobParameters none = new JobParameters();
        JobExecution execution = repository.createJobExecution(
                repository.createJobInstance("skips", none), none, new ExecutionContext());

        job.execute(execution);

        assertThat(execution.getStatus()).as(execution.toString()).isEqualTo(BatchStatus.COMPLETED);
        assertThat(documents("skipped"))
                .extracting(document -> document.getString("text"))
                .containsExactlyInAnyOrderElementsOf(
                        texts.stream().filter(text -> !text.equals("7")).toList());
    }

    private static <T> Step step(
            JobRepository repository, List<String> texts, ItemProcessor<String, T> processor, ItemWriter<T> writer) {
        return new StepBuilder("skips", repository)
                .<String, T>chunk(10)
                .reader(new ListItemReader<>(texts))
                .processor(processor)
                .writer(writer)
                .faultTolerant()
                .skip(WriteFailedException.class)
                .skipLimit(5)
                .build();
    }

    @Test
    void chunkThatWasWrittenButNotCommittedIsWrittenAgain() throws Exception {
        ItemWriter<Document> writer = MongoWriters.direct(TestServer.client(), name, "chunk");
        Chunk<Document> chunk =
                Chunk.of(new Document("_id", 1).append("v", "a"), new Document("_id", 2).append("v", "b"));
        writer.write(chunk);

        writer.write(Chunk.of(chunk.getItems().get(0), chunk.getItems().get(1), new Document("_id", 3)));

        assertThat(documents("chunk")).extracting(found -> found.get("_id")).containsExactly(1, 2, 3);
        assertThatThrownBy(() ->
                        writer.write(Chunk.of(chunk.getItems().get(0), new Document("_id", 2).append("v", "other"))))
                .isInstanceOf(WriteFailedException.class)
                .hasMessageContaining("refused 1 of 2 documents")
                .hasMessageContaining("{\"_id\": 2}")
                .cause()
                .hasMessageContaining(
                        new ConnectionString(TestServer.uri()).getHosts().get(0));
        MongoWriters.raw(TestServer.client(), name, "lines", Named.class).write(Chunk.of(new Named("x", "1")));
        MongoWriters.raw(TestServer.client(), name, "lines", Named.class)
                .write(Chunk.of(new Named("x", "1"), new Named("y", "2")));
        assertThat(documents("lines")).hasSize(2);
    }

    record Named(@Nullable String id, String text) {}

    @Test
    void objectsWithoutIdGetOneAsFirstField() throws Exception {
        MongoWriters.raw(TestServer.client(), name, "raw", Line.class)
                .write(Chunk.of(new Line("one"), new Line("two")));

        assertThat(documents("raw"))
                .hasSize(2)
                .allSatisfy(found -> assertThat(found.keySet()).containsExactly("_id", "text"));
    }

    record Line(String text) {}

    private List<Document> documents(String collection) {
        return database.getCollection(collection)
                .find()
                .sort(new Document("_id", 1))
                .into(new ArrayList<>());
    }

    @Test
    void publishedJarHasNoTypesOfOthers() throws IOException {
        try (JarFile jar = new JarFile("target/mongohaul.jar.original")) {
            assertThat(jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")))
                    .isNotEmpty()
                    .allMatch(name -> name.startsWith("dev/mongohaul/"));
        }
    }

    /** Builds the programs as Maven would with mongohaul from a repository, which is the one of this build and the jar. */
    private static void build() throws Exception {
        if (built) {
            return;
        }
        Matcher versions = VERSIONS.matcher(Files.readString(Path.of("pom.xml")));
        assertThat(versions.find()).isTrue();
        FileSystemUtils.copyRecursively(Path.of("src/example"), modules.resolve("example"));
        Files.copy(Path.of("src/test/library/Host.java"), modules.resolve("example/src/main/java/example/Host.java"));
        FileSystemUtils.copyRecursively(Path.of("src/test/processor"), modules.resolve("processor"));
        Path pom = modules.resolve("processor/pom.xml");
        Files.writeString(
                pom,
                Files.readString(pom).replace("@boot@", versions.group(1)).replace("@version@", versions.group(2)));
        Files.writeString(modules.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                    <modelVersion>4.0.0</modelVersion>
                    <groupId>both</groupId>
                    <artifactId>both</artifactId>
                    <version>1</version>
                    <packaging>pom</packaging>
                    <modules>
                        <module>example</module>
                        <module>processor</module>
                    </modules>
                </project>
                """);
        String repository = "-Dmaven.repo.local=" + repository(versions.group(2));
        run(modules, "mvn", "-o", "-B", "-q", repository, "-DforkCount=0", "package");
        built = true;
    }

    private static Path repository(String version) throws IOException {
        Path known =
                Path.of(System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository"));
        Path repository = modules.resolve("repository");
        link(known, repository, "dev");
        link(known.resolve("dev"), repository.resolve("dev"), "mongohaul");
        Path jars = Files.createDirectories(
                repository.resolve("dev/mongohaul/mongohaul").resolve(version));
        Files.copy(Path.of("target/mongohaul.jar.original"), jars.resolve("mongohaul-%s.jar".formatted(version)));
        Files.copy(Path.of("pom.xml"), jars.resolve("mongohaul-%s.pom".formatted(version)));
        return repository;
    }

    /** Links all entries of a folder but one in another one. */
    private static void link(Path from, Path to, String except) throws IOException {
        Files.createDirectories(to);
        if (Files.isDirectory(from)) {
            try (Stream<Path> entries = Files.list(from)) {
                for (Path entry :
                        entries.filter(entry -> !entry.endsWith(except)).toList()) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath());
                }
            }
        }
    }

    private static String[] program(String... arguments) {
        return BuiltProgram.command(BuiltProgram.quickStart(List.of()), List.of(arguments))
                .toArray(String[]::new);
    }

    private static String run(Path directory, String... command) throws Exception {
        return run(0, directory, Map.of(), command);
    }

    private static String run(int exit, Path directory, Map<String, String> variables, String... command)
            throws Exception {
        Path output = Files.createTempFile(directory, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().putAll(variables);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String printed = Files.readString(output, UTF_8);
        assertThat(process.exitValue()).as(printed).isEqualTo(exit);
        return printed;
    }
}
