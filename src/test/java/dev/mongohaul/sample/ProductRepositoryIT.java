package dev.mongohaul.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mongo.TestServer;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.repository.support.MongoRepositoryFactory;
import org.springframework.data.repository.core.support.RepositoryComposition.RepositoryFragments;

class ProductRepositoryIT {

    private static final String HEX = "507f1f77bcf86cd799439011";

    private final MongoTemplate template = new MongoTemplate(
            new SimpleMongoClientDatabaseFactory(TestServer.client(), TestServer.database("sample")),
            EntityType.of(Product.class).converter());
    private final ProductRepository products = new MongoRepositoryFactory(template)
            .getRepository(
                    ProductRepository.class, RepositoryFragments.just(new ProductRepositoryCustomImpl(template)));

    @Test
    void insertedProductsAreStoredAndFoundAsTheyWere() {
        Product product = new Product(
                HEX,
                "A-1",
                "Vase",
                null,
                new BigDecimal("12.50"),
                Map.of("U.S. size", "M"),
                Instant.parse("2026-11-20T00:00:00Z"));

        products.bulkInsert(List.of(product));

        assertThat(template.getCollection("product").find())
                .containsExactly(Document.parse("{_id: '" + HEX + "', sku: 'A-1', name: 'Vase',"
                        + " price: {$numberDecimal: '12.50'}, attributes: {'U.S. size': 'M'},"
                        + " createdAt: {$date: '2026-11-20T00:00:00Z'}}"));
        assertThat(products.findById(HEX)).contains(product);
    }

    @Test
    void refusedProductKeepsNoOtherOut() {
        Product first = product(new ObjectId());
        Product second = product(Map.of("number", 2));

        assertThatThrownBy(() -> products.bulkInsert(List.of(first, first, second)))
                .hasRootCauseInstanceOf(MongoBulkWriteException.class);

        assertThat(products.findAll()).containsExactly(first, second);
    }

    @Test
    void noProductsAreNoCommand() {
        products.bulkInsert(List.of());

        assertThat(products.count()).isZero();
    }

    private static Product product(Object id) {
        return new Product(id, null, null, null, null, null, null);
    }
}
