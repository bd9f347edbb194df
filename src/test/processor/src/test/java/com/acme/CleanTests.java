package com.acme;

import static org.junit.jupiter.api.Assertions.*;

import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class CleanTests {
    private final Clean clean = new Clean(Map.of("currency", "EUR"));

    @Test
    void ordersGetTheirCurrency() {
        assertEquals("EUR", clean.process(new Document("amount", 3)).get("currency"));
        assertNull(clean.process(new Document("amount", 0)));
        assertThrows(IllegalArgumentException.class, () -> clean.process(new Document("amount", -1)));
    }
}
