package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.MappingException;

/** A path that names a property which its class has not. */
final class NoPropertyException extends MappingException {

    private static final long serialVersionUID = 1L;

    NoPropertyException(String problem) {
        super(problem);
    }
}
