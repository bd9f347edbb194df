package dev.mongohaul.job.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.job.CompiledClasses;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.sample.Product;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.batch.infrastructure.item.ItemProcessor;

class ProcessorTypeTests {

    private static final String SOURCE = """
            package com.acme;

            import org.bson.Document;
            import org.springframework.batch.infrastructure.item.ItemProcessor;

            public class Clean implements ItemProcessor<Document, Document> {

                @Override
                public Document process(Document item) {
                    return item.append("n", %d);
                }
            }
            """;

    @TempDir
    private Path folder;

    private static ProcessorType<?> type(Class<?> type, Map<String, Object> settings) {
        return ProcessorType.of(type, null, settings);
    }

    private static void assertRefused(Class<?> type, Map<String, Object> settings, String... parts) {
        assertThatThrownBy(() -> type(type, settings))
                .isInstanceOf(MappingException.class)
                .message()
                .contains(parts);
    }

    @Test
    void processorOfDocumentsOrOfTheEntityIsTaken() {
        EntityType<Processors.Item> entity = EntityType.of(Processors.Item.class);

        assertThat(type(Processors.OfDocuments.class, Map.of()).name()).endsWith("OfDocuments");
        assertThat(ProcessorType.of(Processors.OfItems.class, entity, Map.of())
                        .items()
                        .type())
                .isEqualTo(Processors.Item.class);
        assertThat(ProcessorType.of(Processors.OfDocuments.class, entity, Map.of())
                        .items()
                        .type())
                .isEqualTo(Document.class);
        assertThat(type(Inherited.class, Map.of()).items().type()).isEqualTo(Document.class);
    }

    @Test
    void otherTypesAreRefused() {
        String documents = "this job needs an ItemProcessor<Document, Document>";
        assertRefused(
                Processors.OfItems.class, Map.of(), "ItemProcessor<" + Processors.Item.class.getName(), documents);
        assertRefused(Raw.class, Map.of(), "ItemProcessor<?, ?>", documents, "name the types");
        assertRefused(Open.class, Map.of(), "ItemProcessor<?, ?>", documents);
        assertRefused(ToText.class, Map.of(), "ItemProcessor<Document, java.lang.String>", documents);
        assertRefused(String.class, Map.of(), "java.lang.String is no ItemProcessor");
        assertRefused(Base.class, Map.of(), "interface or abstract");
        assertRefused(Inner.class, Map.of(), "make it static");
        assertThatThrownBy(() -> ProcessorType.of(Processors.OfItems.class, EntityType.of(Product.class), Map.of()))
                .hasMessageContaining("or ItemProcessor<Product, Product>");
    }

    @Test
    void settingsGoToTheConstructorThatTakesThem() {
        assertRefused(
                Inherited.class,
                Map.of("a", 1L),
                "processor-settings: " + Inherited.class.getName() + " has no constructor for them");
        assertRefused(Other.class, Map.of(), "neither a constructor without arguments nor one that takes a Map");
        assertRefused(
                Strict.class,
                Map.of("rate", 2L),
                "Strict cannot be created with these processor-settings: rate is from 0 to 1, and is 2"
                        + " (IllegalArgumentException, ProcessorTypeTests.java:");
        assertThat(type(Strict.class, Map.of("rate", 1L)).canonicalText()).endsWith("\n4:rate Long 1");
    }

    @Test
    void objectThatTriesTheSettingsIsClosed() {
        int created = Processors.OfDocuments.CREATED.get();
        int closed = Processors.OfDocuments.CLOSED.get();

        type(Processors.OfDocuments.class, Map.of());

        assertThat(Processors.OfDocuments.CREATED).hasValue(created + 1);
        assertThat(Processors.OfDocuments.CLOSED).hasValue(closed + 1);
    }

    @Test
    void versionIsThatOfTheJar() throws Exception {
        Path classes = classes(1);

        assertThat(versionIn(jar("released.jar", classes, "1.4.0"))).isEqualTo("1.4.0");
        assertThat(versionIn(jar("snapshot.jar", classes, "1.4.0-SNAPSHOT"))).startsWith("sha256:");
        assertThat(versionIn(jar("unnamed.jar", classes, null))).startsWith("sha256:");
    }

    @Test
    void digestChangesWithTheCode() throws Exception {
        String jar = versionIn(jar("one.jar", classes(1), null));
        String one = versionIn(classes(1));
        String same = versionIn(classes(1));
        String two = versionIn(classes(2));

        assertThat(one).startsWith("sha256:").isEqualTo(same).isNotEqualTo(two).isNotEqualTo(jar);
        assertThat(versionIn(jar("two.jar", classes(2), null))).isNotEqualTo(jar);
        CompiledClasses.into(folder, "com.acme.Helper", "package com.acme; class Helper {}");
        assertThat(versionIn(folder.resolve("classes"))).isNotEqualTo(two);
    }

    private Path classes(int number) {
        return CompiledClasses.into(folder, "com.acme.Clean", SOURCE.formatted(number));
    }

    private Path jar(String name, Path classes, String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (version != null) {
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        }
        Path jar = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            entries.putNextEntry(new JarEntry("com/acme/Clean.class"));
            Files.copy(classes.resolve("com/acme/Clean.class"), entries);
        }
        return jar;
    }

    private static String versionIn(Path place) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {place.toUri().toURL()})) {
            return type(loader.loadClass("com.acme.Clean"), Map.of()).version();
        }
    }

    @SuppressWarnings("rawtypes")
    static final class Raw implements ItemProcessor {

        @Override
        public Object process(Object item) {
            return item;
        }
    }

    static final class Open<T> implements ItemProcessor<T, T> {

        @Override
        public T process(T item) {
            return item;
        }
    }

    static final class ToText implements ItemProcessor<Document, String> {

        @Override
        public String process(Document item) {
            return item.toJson();
        }
    }

    abstract static class Base implements ItemProcessor<Document, Document> {

        @Override
        public Document process(Document item) {
            return item;
        }
    }

    static class Inherited extends Base {}

    static final class Other extends Base {

        Other(String text) {
            assertThat(text).isNotNull();
        }
    }

    static final class Strict extends Base {

        Strict(Map<String, Object> settings) {
            long rate = (Long) settings.get("rate");
            if (rate > 1) {
                throw new IllegalArgumentException("rate is from 0 to 1, and is " + rate);
            }
        }
    }

    @SuppressWarnings("ClassCanBeStatic") // what it tests
    final class Inner extends Base {}
}
