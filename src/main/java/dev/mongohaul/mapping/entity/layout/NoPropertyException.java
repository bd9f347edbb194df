package dev.mongohaul.mapping.entity.layout;

import dev.mongohaul.mapping.spec.MappingException;

/** A path that names a property which its class has not. */
final class NoPropertyException extends MappingException {

    private static final long serialVersionUID = 1L;

    NoPropertyException(String problem) {
        super(problem);
    }
}
