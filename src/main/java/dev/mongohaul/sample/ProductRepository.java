package dev.mongohaul.sample;

import org.springframework.data.mongodb.repository.MongoRepository;

/** Repository of products; Spring Data implements it, except for its fragment. */
public interface ProductRepository extends MongoRepository<Product, Object>, ProductRepositoryCustom {}
