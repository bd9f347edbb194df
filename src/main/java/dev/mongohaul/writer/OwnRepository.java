package dev.mongohaul.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.core.support.RepositoryComposition.RepositoryFragments;
import org.springframework.data.repository.core.support.RepositoryFragment;
import org.springframework.util.ClassUtils;

/**
 * The repository interface that an entity has beside it, by its name, with the classes that implement its fragments: for
 * {@code Product}, {@code ProductRepository} or {@code ReactiveProductRepository} in the same package, and for a fragment
 * {@code ProductRepositoryCustom} its {@code ProductRepositoryCustomImpl}.
 */
record OwnRepository<R>(Class<? extends R> type) {

    /** The repository of that kind which the entity has, if any. */
    static <R extends Repository<?, ?>> Optional<OwnRepository<R>> of(Class<?> entity, String prefix, Class<R> kind) {
        String name = "%s.%s%sRepository".formatted(entity.getPackageName(), prefix, simpleName(entity));
        return find(name, entity)
                .filter(type -> type.isInterface() && kind.isAssignableFrom(type))
                .map(type -> new OwnRepository<>(type.asSubclass(kind)));
    }

    /**
     * The objects that implement the repository's own methods.
     *
     * @param template what their constructors may ask for
     * @throws RepositoryException where one cannot be made
     */
    RepositoryFragments fragments(Object template) {
        List<RepositoryFragment<?>> fragments = new ArrayList<>();
        for (Class<?> fragment : type.getInterfaces()) {
            find(fragment.getName() + "Impl", type)
                    .ifPresent(implementation ->
                            fragments.add(RepositoryFragment.implemented(make(implementation, template))));
        }
        return RepositoryFragments.from(fragments);
    }

    private static Object make(Class<?> implementation, Object template) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("mongoTemplate", template);
        try {
            return beans.autowire(implementation, AutowireCapableBeanFactory.AUTOWIRE_CONSTRUCTOR, false);
        } catch (BeansException e) {
            throw new RepositoryException(
                    "%s cannot be made: %s. It may ask for a MongoOperations (or ReactiveMongoOperations), and nothing else"
                            .formatted(
                                    implementation.getName(),
                                    e.getMostSpecificCause().getMessage()),
                    e);
        }
    }

    private static Optional<Class<?>> find(String name, Class<?> neighbour) {
        try {
            return Optional.of(Class.forName(name, true, neighbour.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /** As in the name of the class file: that of a nested class keeps its outer one's. */
    private static String simpleName(Class<?> entity) {
        return ClassUtils.getShortName(entity).replace('.', '$');
    }
}
