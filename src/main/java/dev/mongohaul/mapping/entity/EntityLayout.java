package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.entity.PropertyColumns.PropertyId;
import dev.mongohaul.mapping.layout.Layout;
import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.mapping.type.MappingSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the columns of a file stand in the documents of a class.
 *
 * @param layout with the names and the order that Spring Data gives the properties
 * @param rules what cells must be for their properties to hold them
 */
public record EntityLayout(Layout layout, CellRules rules) {

    /**
     * The layout of a file whose columns go to the properties of the class.
     *
     * @throws MappingException with every problem that the header, the fields and the class have
     */
    public static EntityLayout of(MappingSpec spec, EntityType<?> entity) {
        PropertyPaths paths = new PropertyPaths(entity);
        PropertyColumns columns = new PropertyColumns(spec, entity, paths);
        columns.place();
        new PropertyId(spec, entity, paths, columns).place();
        List<String> problems = new ArrayList<>(columns.problems());
        problems.addAll(UnfilledFields.problems(entity, paths.owners()));
        Layout layout = null;
        try {
            layout = Layout.of(columns.translated(), columns.arrangement());
        } catch (MappingException e) {
            if (problems.isEmpty()) {
                throw e;
            }
            problems.addAll(e.problems());
        }
        if (layout == null || !problems.isEmpty()) {
            throw new MappingException(problems);
        }
        return new EntityLayout(layout, columns.rules());
    }
}
