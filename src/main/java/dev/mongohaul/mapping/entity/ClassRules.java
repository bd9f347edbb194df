package dev.mongohaul.mapping.entity;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.convert.ValueConverter;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.mapping.InstanceCreatorMetadata;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;
import org.springframework.util.ClassUtils;

/** Rules for a class and its properties: what Spring Data needs to make objects, and what columns can fill. */
final class ClassRules {

    private ClassRules() {}

    /** Returns why the class is no entity at all, before Spring Data sees it. */
    static List<String> problems(Class<?> type) {
        String what = kind(type);
        return what == null
                ? List.of()
                : List.of(type.getName() + " is " + what + ": entity names a class or a record with properties");
    }

    private static @Nullable String kind(Class<?> type) {
        if (type.isAnnotation()) {
            return "an annotation";
        }
        if (type.isInterface()) {
            return "an interface, of which there are no objects";
        }
        if (type.isEnum()) {
            return "an enum";
        }
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            return "an inner class, whose objects need one of the outer class (make it static)";
        }
        return Modifier.isAbstract(type.getModifiers()) ? "abstract, so that there are no objects of it" : null;
    }

    /** Returns why Spring Data cannot make objects of the class, or would lose {@code _id}. */
    static List<String> problems(MongoPersistentEntity<?> entity) {
        List<String> problems = new ArrayList<>();
        String name = entity.getType().getName();
        InstanceCreatorMetadata<MongoPersistentProperty> creator = entity.getInstanceCreatorMetadata();
        if (creator == null) {
            problems.add(name + " has several constructors and none without arguments: mark the one to use with"
                    + " @PersistenceCreator");
        } else if (creator.getParameters().stream().anyMatch(parameter -> parameter.getName() == null)) {
            problems.add(name + " was compiled without the names of its constructor's parameters: compile it with"
                    + " -parameters");
        }
        if (entity.getIdProperty() == null) {
            problems.add(name + " has no id property, so that _id would be lost: annotate one with @Id or @MongoId, or"
                    + " call one id");
        }
        return problems;
    }

    /** Returns why no column can fill the property, as the end of a sentence whose subject it is; null if one can. */
    static @Nullable String problem(MongoPersistentEntity<?> owner, MongoPersistentProperty property) {
        if (!property.isWritable()) {
            return "is read-only: Spring Data does not write it";
        }
        if (property.isAssociation()) {
            return "refers to another document, which an import does not make";
        }
        if (property.isUnwrapped()) {
            return "is unwrapped, which an import cannot fill: give its class a field of its own";
        }
        if (property.isAnnotationPresent(ValueConverter.class)) {
            return "is converted by a ValueConverter of its own, which not every writer asks: leave the annotation out";
        }
        if (property.hasExplicitWriteTarget() && !property.isIdProperty()) {
            return "has a targetType: leave it out of @Field, the column's type says what is stored";
        }
        boolean settable = !property.isImmutable() || property.getWither() != null || owner.isCreatorArgument(property);
        return settable ? null : "cannot be set: it is final, and no parameter of the constructor has its name";
    }

    /** Returns why the property is stored even if its cell is blank, in one line; null if it is not. */
    static @Nullable String unfilled(MongoPersistentEntity<?> owner, MongoPersistentProperty property) {
        String label = property.getName() + " of " + owner.getType().getName();
        Class<?> type = property.getType();
        if (type.isPrimitive() && property.isWritable()) {
            return label + " is " + withArticle(type.getSimpleName())
                    + ", which is stored even where a cell is blank: make it "
                    + withArticle(ClassUtils.resolvePrimitiveIfNecessary(type).getSimpleName());
        }
        return property.writeNullValues() && property.isWritable()
                ? label + " is stored as null where a cell is blank: leave write = ALWAYS out of @Field"
                : null;
    }

    /** Returns the simple name of the class after "a" or "an". */
    static String withArticle(TypeInformation<?> type) {
        return withArticle(type.getType().getSimpleName());
    }

    static String withArticle(String name) {
        return ("AEIOaeio".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }
}
