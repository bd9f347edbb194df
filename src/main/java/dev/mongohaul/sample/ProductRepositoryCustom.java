package dev.mongohaul.sample;

import java.util.Collection;
import org.springframework.dao.DataAccessException;

/** Methods of {@link ProductRepository} that Spring Data does not generate. */
public interface ProductRepositoryCustom {

    /**
     * Inserts all products by one unordered bulk write; a refused one does not keep others out.
     *
     * @throws DataAccessException where some are refused; its cause names them
     */
    void bulkInsert(Collection<Product> products);
}
