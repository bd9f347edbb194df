package dev.mongohaul.mapping.spec;

import java.util.List;

/** A mapping that is right, but has fields of types this version knows by name only. */
public final class TypeNotBuiltException extends MappingException {

    private static final long serialVersionUID = 1L;

    public TypeNotBuiltException(List<String> problems) {
        super(problems);
    }
}
