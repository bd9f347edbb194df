package dev.mongohaul.compare.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.compare.limit.StockStep.DocumentFieldSetMapper;
import dev.mongohaul.job.ContentColumn;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.springframework.batch.infrastructure.item.file.transform.DefaultFieldSet;

class DocumentFieldSetMapperTests {

    @Test
    void simpleTypesAreConverted() {
        assertThat(value("int32", "7")).isEqualTo(7);
        assertThat(value("int64", "7")).isEqualTo(7L);
        assertThat(value("double", "7.5")).isEqualTo(7.5);
        assertThat(value("decimal", "7.50")).isEqualTo(new BigDecimal("7.50"));
        assertThat(value("boolean", "true")).isEqualTo(true);
        assertThat(value("instant", "2026-01-01T00:00:00Z"))
                .isEqualTo(Date.from(Instant.parse("2026-01-01T00:00:00Z")));
        assertThat(value("string", "7")).isEqualTo("7");
        assertThat(value("date dd.MM.yyyy", "01.01.2026")).isEqualTo("01.01.2026");
    }

    @Test
    void dotsNest() {
        DocumentFieldSetMapper mapper = new DocumentFieldSetMapper(List.of(
                new ContentColumn("a", "string", List.of("x.a")), new ContentColumn("b", "string", List.of("x.b"))));

        assertThat(mapper.mapFieldSet(new DefaultFieldSet(new String[] {"1", "2"}, new String[] {"a", "b"})))
                .isEqualTo(Document.parse("{x: {a: '1', b: '2'}}"));
    }

    @Test
    void blankFieldsAreLeftOut() {
        assertThat(map("int32", "")).isEmpty();
    }

    private static Object value(String type, String text) {
        return map(type, text).get("f");
    }

    private static Document map(String type, String text) {
        return new DocumentFieldSetMapper(List.of(new ContentColumn("f", type, List.of("f"))))
                .mapFieldSet(new DefaultFieldSet(new String[] {text}, new String[] {"f"}));
    }
}
