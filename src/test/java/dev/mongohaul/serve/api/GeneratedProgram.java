package dev.mongohaul.serve.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A program with a client that openapi-generator makes of the document. */
final class GeneratedProgram {

    private static final Path GENERATOR = Path.of("target", "openapi-generator-cli.jar");
    private static final Path DOCUMENT =
            Path.of("src", "main", "resources", "dev", "mongohaul", "serve", "api", "openapi.yaml");
    private static final Path SOURCE = Path.of("src", "test", "resources", "api", "GeneratedClient.java");
    private static final String PROPERTIES = "useJackson3=true,openApiNullable=false,useJakartaEe=true,"
            + "invokerPackage=client,apiPackage=client.api,modelPackage=client.model";
    private static final String PARTS =
            "apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";

    private GeneratedProgram() {}

    /** Generates, compiles and runs it, and returns its output. Skips the calling test without the generator. */
    static String run(Path folder, String address, String token) throws IOException, InterruptedException {
        assumeTrue(
                Files.exists(GENERATOR),
                GENERATOR + " is missing: mvn verify -Pnightly -Dit.test=ApiIT#generatedClientUsesTheApi");
        java(
                folder,
                List.of(
                        "-jar",
                        GENERATOR.toString(),
                        "generate",
                        "--input-spec",
                        DOCUMENT.toString(),
                        "--generator-name",
                        "java",
                        "--library",
                        "native",
                        "--output",
                        folder.resolve("generated").toString(),
                        "--global-property",
                        PARTS,
                        "--additional-properties",
                        PROPERTIES));
        String libraries = System.getProperty("java.class.path");
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-nowarn", "-cp", libraries, "-d", classes.toString(), SOURCE.toString()));
        try (Stream<Path> sources = Files.walk(folder.resolve("generated/src/main"))) {
            sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        return java(
                folder,
                List.of(
                        "-cp",
                        classes + System.getProperty("path.separator") + libraries,
                        "GeneratedClient",
                        address,
                        token));
    }

    private static String java(Path folder, List<String> arguments) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path out = Files.createTempFile(folder, "out", ".txt");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES))
                .as("%s ended", arguments)
                .isTrue();
        String text = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
