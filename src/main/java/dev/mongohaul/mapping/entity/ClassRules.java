package dev.mongohaul.mapping.entity;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mapping.InstanceCreatorMetadata;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;

/** What a class must be for Spring Data to make objects of it. */
final class ClassRules {

    private ClassRules() {}

    /** What can be told without Spring Data, which would be misled by it. */
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

    /** What Spring Data would complain of when it makes the first object. */
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
}
