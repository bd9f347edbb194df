package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.spec.MappingException;

/** A path to a property that its class does not have. */
final class NoPropertyException extends MappingException {

    private static final long serialVersionUID = 1L;

    NoPropertyException(String problem) {
        super(problem);
    }
}
