package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

/** Inferred job files that the program prints and then imports. */
class InferIT extends ProgramTest {

    @Test
    void jobFileIsImportedAsItWasPrinted() {
        Result inferred = program.run("infer", "data/products.csv");
        file("jobs/inferred.yml", inferred.out());

        Result imported = program.run("import", "inferred");

        assertThat(inferred.err()).isEmpty();
        assertThat(inferred.exitCode()).isZero();
        assertThat(imported.err()).isEmpty();
        assertThat(imported.exitCode()).isZero();
        assertThat(collection("products").countDocuments()).isEqualTo(1000);
        Document first =
                collection("products").find(new Document("_id", "SKU-0000001")).first();
        assertThat(first).isNotNull();
        assertThat(first.get("price")).isEqualTo(Decimal128.parse("731.16"));
        assertThat(first.get("createdAt")).isInstanceOf(Date.class);
        assertThat(first.getEmbedded(List.of("attributes", "color"), String.class))
                .isEqualTo("anthracite");
    }

    @Test
    void jobFileIsUtf8ForAnyTerminalCharset() {
        file("in.csv", "id,größe", "1,5");

        Result inferred = program.with(Map.of("LC_ALL", "C")).run("infer", "in.csv");

        assertThat(inferred.out()).contains("  größe: int32");
    }
}
