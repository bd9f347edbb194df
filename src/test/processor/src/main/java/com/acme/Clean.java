package com.acme;

import java.util.Map;
import org.bson.Document;
import org.springframework.batch.infrastructure.item.ItemProcessor;

public class Clean implements ItemProcessor<Document, Document> {
    private final Object currency;

    public Clean(Map<String, Object> settings) {
        currency = settings.get("currency");
    }

    @Override
    public Document process(Document order) {
        int amount = order.getInteger("amount");
        if (amount < 0) {
            throw new IllegalArgumentException("the amount is negative"); // rejects the record
        }
        return amount == 0 ? null : order.append("currency", currency); // null filters it
    }
}
