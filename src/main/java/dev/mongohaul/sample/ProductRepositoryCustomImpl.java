package dev.mongohaul.sample;

import java.util.Collection;
import java.util.List;
import org.springframework.data.mongodb.core.BulkOperations.BulkMode;
import org.springframework.data.mongodb.core.MongoOperations;

/** Fragment of {@link ProductRepository}; Spring Data finds it by its name. */
public class ProductRepositoryCustomImpl implements ProductRepositoryCustom {

    private final MongoOperations operations;

    public ProductRepositoryCustomImpl(MongoOperations operations) {
        this.operations = operations;
    }

    @Override
    public void bulkInsert(Collection<Product> products) {
        if (!products.isEmpty()) {
            operations
                    .bulkOps(BulkMode.UNORDERED, Product.class)
                    .insert(List.copyOf(products))
                    .execute();
        }
    }
}
