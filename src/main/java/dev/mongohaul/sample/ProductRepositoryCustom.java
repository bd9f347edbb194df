package dev.mongohaul.sample;

import java.util.Collection;
import org.springframework.data.mongodb.BulkOperationException;

/** What {@link ProductRepository} can beyond Spring Data's own methods. */
public interface ProductRepositoryCustom {

    /**
     * Inserts all products by one unordered bulk write: one that is refused keeps no other out.
     *
     * @throws BulkOperationException which names the refused ones
     */
    void bulkInsert(Collection<Product> products);
}
