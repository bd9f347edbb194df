package dev.mongohaul.sample;

import java.util.Collection;
import org.springframework.dao.DataAccessException;

/** What {@link ProductRepository} can beyond Spring Data's own methods. */
public interface ProductRepositoryCustom {

    /**
     * Inserts all products by one unordered bulk write: one that is refused keeps no other out.
     *
     * @throws DataAccessException where some are refused; its cause names them
     */
    void bulkInsert(Collection<Product> products);
}
