package dev.mongohaul.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.sample.Product;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntitiesTests {

    private static final String NAME = "com.acme.Widget";
    private static final String SOURCE = """
            package com.acme;

            class Widget {

                private org.bson.types.ObjectId id;
                private String name;
                private Part part;

                static class Part {

                    private Integer count;
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void classOfTheApplicationIsFoundWithoutAClassPath() {
        assertThat(Entities.of(Map.of()).named(Product.class.getName()).type()).isEqualTo(Product.class);
    }

    @Test
    void classOfAFolderIsFoundAndFilled() {
        EntityType<?> widget =
                entities(CompiledClasses.into(folder, NAME, SOURCE)).named(NAME);
        Document document =
                new Document("_id", new ObjectId()).append("name", "n").append("part", new Document("count", 3));

        Document written = new Document();
        widget.converter().write(widget.read(document), written);

        assertThat(widget.type().getName()).isEqualTo(NAME);
        assertThat(written).isEqualTo(document);
    }

    @Test
    void classOfAJarIsFound() {
        Path jar = CompiledClasses.jar(folder.resolve("widgets.jar"), CompiledClasses.into(folder, NAME, SOURCE));

        assertThat(entities(jar).named(NAME).type().getName()).isEqualTo(NAME);
    }

    @Test
    void classOfAJarInAFolderOfJarsIsFound() {
        CompiledClasses.jar(folder.resolve("widgets.jar"), CompiledClasses.into(folder, NAME, SOURCE));

        assertThat(entities(folder.resolve("sources"), folder.resolve("*"))
                        .named(NAME)
                        .type()
                        .getName())
                .isEqualTo(NAME);
    }

    @Test
    void applicationPrecedesTheClassPath() {
        Path classes = CompiledClasses.into(
                folder, Product.class.getName(), "package dev.mongohaul.sample; public class Product { String id; }");

        assertThat(entities(classes).named(Product.class.getName()).type()).isEqualTo(Product.class);
    }

    @Test
    void refusalNamesThePlacesOfTheSearch() {
        assertRefused(Entities.of(Map.of()), "com.acme.Gone")
                .hasMessage("entity: com.acme.Gone is not in the application, and MONGOHAUL_CLASSPATH is not set: name"
                        + " the jar or folder that holds it there");
        assertRefused(entities(folder), "com.acme.Gone")
                .hasMessage("entity: com.acme.Gone is neither in the application nor in MONGOHAUL_CLASSPATH (" + folder
                        + "): add the jar or folder that holds it, or correct the name");
    }

    @Test
    void everyInvalidClassPathEntryIsReported() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        Path missing = folder.resolve("missing.jar");
        Path empty = Files.createDirectory(folder.resolve("empty")).resolve("*");

        assertThatThrownBy(() -> entities(text, missing, empty).named(NAME))
                .isInstanceOfSatisfying(
                        MappingException.class,
                        e -> assertThat(e.problems())
                                .containsExactly(
                                        unusable(text, "is not a readable jar"),
                                        unusable(missing, "does not exist"),
                                        unusable(empty, "contains no jar")));
    }

    private static String unusable(Path entry, String why) {
        return "MONGOHAUL_CLASSPATH names " + entry + ", which " + why
                + ": jars and folders are allowed, and * at the end of a folder for its jars";
    }

    @Test
    void classOfANewerJavaIsRefused() throws IOException {
        Path file = CompiledClasses.into(folder, NAME, SOURCE).resolve("com/acme/Widget.class");
        byte[] bytes = Files.readAllBytes(file);
        bytes[7] = 99;
        Files.write(file, bytes);

        assertRefused(entities(folder.resolve("classes")), NAME)
                .hasMessageStartingWith("entity: com.acme.Widget was compiled for Java 55, and this is Java ")
                .hasMessageContaining("--release");
    }

    @Test
    void damagedClassIsRefused() throws IOException {
        Path file = CompiledClasses.into(folder, NAME, SOURCE).resolve("com/acme/Widget.class");
        Files.writeString(file, "no class");

        assertRefused(entities(folder.resolve("classes")), NAME)
                .hasMessageStartingWith("entity: the file of the class com.acme.Widget is damaged");
    }

    @Test
    void classWithAMissingDependencyIsRefused() throws IOException {
        CompiledClasses.into(folder, "com.acme.Base", "package com.acme; public class Base { String id; }");
        Path classes = CompiledClasses.into(
                folder, "com.acme.Gadget", "package com.acme; public class Gadget extends Base { String name; }");
        Files.delete(classes.resolve("com/acme/Base.class"));

        assertRefused(entities(classes), "com.acme.Gadget")
                .hasMessageStartingWith("entity: com.acme.Gadget needs the class com/acme/Base, which is neither");
    }

    @Test
    void propertyOfAMissingClassIsRefused() throws IOException {
        CompiledClasses.into(folder, "com.acme.Base", "package com.acme; public class Base {}");
        Path classes = CompiledClasses.into(
                folder, "com.acme.Gadget", "package com.acme; public class Gadget { String id; Base base; }");
        Files.delete(classes.resolve("com/acme/Base.class"));

        assertRefused(entities(classes), "com.acme.Gadget")
                .hasMessage("Spring Data cannot map com.acme.Gadget: the class com.acme.Base is missing");
    }

    @Test
    void interfaceIsRefused() {
        assertRefused(Entities.of(Map.of()), "java.util.List").hasMessageContaining("is an interface");
    }

    private static Entities entities(Path... entries) {
        return Entities.of(Map.of(
                "MONGOHAUL_CLASSPATH",
                Stream.of(entries).map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(Entities entities, String name) {
        return assertThatThrownBy(() -> entities.named(name)).isInstanceOf(MappingException.class);
    }
}
