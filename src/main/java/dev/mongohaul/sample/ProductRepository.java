package dev.mongohaul.sample;

import org.springframework.data.mongodb.repository.MongoRepository;

/** Products in MongoDB: Spring Data implements it, but for its fragment. */
public interface ProductRepository extends MongoRepository<Product, Object>, ProductRepositoryCustom {}
