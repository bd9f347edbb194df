package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.InvalidSettingsException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes records of a type by the names of their components, and takes them apart. */
record RecordMaker<T extends Record>(Class<T> type) {

    /** @throws InvalidSettingsException where the record's own rules refuse the values */
    T make(Map<String, @Nullable Object> values) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] arguments = Arrays.stream(components)
                .map(component -> values.get(component.getName()))
                .toArray();
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof InvalidSettingsException invalid) {
                throw invalid;
            }
            throw new IllegalStateException(type + " could not be made of " + values, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made", e);
        }
    }

    @Nullable
    Object get(T value, String name) {
        try {
            for (RecordComponent component : type.getRecordComponents()) {
                if (component.getName().equals(name)) {
                    return component.getAccessor().invoke(value);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be read", e);
        }
        throw new IllegalArgumentException(type + " has no component " + name);
    }
}
